import ChatModel
import Testing

@testable import ChatReplication

struct RequestersTests {
    private let key = SigningKey().publicKey

    private func id(_ number: UInt64) -> LogID { .zero.advanced(by: number) }

    @Test func `a requester has its first and last request and its highest confirmed id`() {
        var requesters = Requesters()
        for (second, confirmed) in [(1, nil), (2, id(7)), (3, id(5)), (4, nil)] {
            requesters.noteRequest(of: key, confirmed: confirmed, at: .seconds(second), peers: [])
        }
        #expect(
            requesters.all == [
                key: Requesters.Requester(
                    lastRequest: .seconds(4), confirmed: id(7))
            ])
    }

    @Test func `a requester without a mark has no confirmed id`() {
        var requesters = Requesters()
        requesters.noteRequest(of: key, confirmed: nil, at: .zero, peers: [])
        #expect(requesters.all[key]?.confirmed == nil)
    }

    @Test func `a proven request replaces claims of its key, and later claims change nothing`() {
        var requesters = Requesters()
        func note(_ confirmed: LogID, isProven: Bool, at second: Int) -> Bool {
            requesters.noteRequest(
                of: key, confirmed: confirmed, isProven: isProven, at: .seconds(second), peers: [])
        }
        #expect(note(id(9), isProven: false, at: 1))
        #expect(note(id(5), isProven: true, at: 2))
        #expect(!note(id(8), isProven: false, at: 3))
        #expect(note(id(6), isProven: true, at: 4))
        #expect(
            requesters.all == [
                key: Requesters.Requester(
                    lastRequest: .seconds(4), confirmed: id(6),
                    isProven: true)
            ])
    }

    @Test func `the number of unknown requesters is limited, and peers and recent requesters are kept`() {
        var requesters = Requesters()
        let unknown = (0..<200).map { _ in SigningKey().publicKey }
        requesters.noteRequest(of: key, confirmed: id(1), at: .zero, peers: [key])
        for (second, requester) in unknown.enumerated() {
            requesters.noteRequest(
                of: unknown[0], confirmed: nil, at: .seconds(second), peers: [key])
            requesters.noteRequest(
                of: requester, confirmed: nil, at: .seconds(second), peers: [key])
        }
        #expect(requesters.all.count == Requesters.maximumUnknown + 1)
        #expect(requesters.all[key]?.confirmed == id(1))
        let kept = [unknown[0]] + unknown.suffix(Requesters.maximumUnknown - 1)
        #expect(Set(requesters.all.keys) == Set(kept + [key]))
    }

    @Test func `the peers are needed only for the first request of a key`() {
        var requesters = Requesters()
        requesters.noteRequest(of: key, confirmed: nil, at: .zero, peers: [])
        var lookups = 0
        func peers() -> Set<PublicKey> {
            lookups += 1
            return []
        }
        for _ in 1...3 {
            requesters.noteRequest(of: key, confirmed: nil, at: .zero, peers: peers())
        }
        #expect(lookups == 0)
    }

    @Test func `the number of requesters is limited when a peer claims a new key each time`() {
        var requesters = Requesters()
        for second in 0..<200 {
            let key = SigningKey().publicKey
            requesters.noteRequest(of: key, confirmed: nil, at: .seconds(second), peers: [key])
            #expect(requesters.all[key] != nil)
        }
        #expect(requesters.all.count <= Requesters.maximumUnknown + 1)
    }
}
