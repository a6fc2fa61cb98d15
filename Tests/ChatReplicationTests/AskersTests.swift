import ChatModel
import Testing

@testable import ChatReplication

@Suite("Those who asked")
struct AskersTests {
    private let key = SigningKey().publicKey

    private func id(_ number: UInt64) -> LogID { .zero.advanced(by: number) }

    @Test("are known with their first and last request, and how far they have read at most")
    func asked() {
        var askers = Askers()
        for (second, read) in [(1, nil), (2, id(7)), (3, id(5)), (4, nil)] {
            askers.asked(by: key, readUpTo: read, at: .seconds(second), peers: [])
        }
        #expect(askers.all == [key: Askers.Asker(first: .seconds(1), last: .seconds(4), read: id(7))])
    }

    @Test("have not read anything as long as they have not shown it")
    func unread() {
        var askers = Askers()
        askers.asked(by: key, readUpTo: nil, at: .zero, peers: [])
        #expect(askers.all[key]?.read == nil)
    }

    @Test("are bounded; peers, and strangers who have just asked, are not forgotten")
    func bounded() {
        var askers = Askers()
        let strangers = (0..<200).map { _ in SigningKey().publicKey }
        askers.asked(by: key, readUpTo: id(1), at: .zero, peers: [key])
        for (second, stranger) in strangers.enumerated() {
            askers.asked(by: strangers[0], readUpTo: nil, at: .seconds(second), peers: [key])
            askers.asked(by: stranger, readUpTo: nil, at: .seconds(second), peers: [key])
        }
        #expect(askers.all.count == Askers.maximumStrangers + 1)
        #expect(askers.all[key]?.read == id(1))
        let kept = [strangers[0]] + strangers.suffix(Askers.maximumStrangers - 1)
        #expect(Set(askers.all.keys) == Set(kept + [key]))
    }

    @Test("are bounded where a peer says that it is another node again and again")
    func manyKeysOfOnePeer() {
        var askers = Askers()
        for second in 0..<200 {
            let key = SigningKey().publicKey
            askers.asked(by: key, readUpTo: nil, at: .seconds(second), peers: [key])
            #expect(askers.all[key] != nil)
        }
        #expect(askers.all.count <= Askers.maximumStrangers + 1)
    }
}

@Suite("The wall clock of readings")
struct WallAnchorTests {
    private func time(_ milliseconds: UInt64) -> UnixTime { UnixTime(milliseconds: milliseconds) }

    @Test("gives a reading the same time again, unless the wall clock was set")
    func anchor() {
        var anchor = WallAnchor()
        anchor.set(now: .seconds(10), wall: time(1_000_010_000))
        #expect(anchor.time(of: .seconds(4)) == time(1_000_004_000))
        anchor.set(now: .seconds(20), wall: time(1_000_020_003))
        #expect(anchor.time(of: .seconds(4)) == time(1_000_004_000))
        anchor.set(now: .seconds(30), wall: time(2_000_030_000))
        #expect(anchor.time(of: .seconds(4)) == time(2_000_004_000))
        anchor.set(now: .seconds(40), wall: time(0))
        #expect(anchor.time(of: .seconds(4)) == time(0))
    }
}
