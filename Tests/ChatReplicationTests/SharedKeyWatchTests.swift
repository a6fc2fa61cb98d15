import ChatModel
import ChatStore
import Testing

@testable import ChatReplication

@Suite("Of peers that claim one key")
struct SharedKeyWatchTests {
    private let key = SigningKey().publicKey
    private let other = SigningKey().publicKey

    private func claim(_ name: String, _ key: PublicKey) throws -> (peer: PeerID, key: PublicKey) {
        (try #require(PeerID(name)), key)
    }

    @Test("is said once which they are, whichever else claim it later")
    func once() throws {
        var watch = SharedKeyWatch()
        let two = [try claim("a", key), try claim("b", other), try claim("c", key)]
        #expect(watch.notices(on: two) == [.sharedKey(key, peers: "a and c")])
        #expect(watch.notices(on: two + [try claim("d", key)]).isEmpty)
        #expect(watch.notices(on: two + [try claim("d", other)]) == [.sharedKey(other, peers: "b and d")])
    }

    @Test("is said nothing where each has its own, or has not answered")
    func apart() throws {
        var watch = SharedKeyWatch()
        #expect(watch.notices(on: [try claim("a", key), try claim("b", other)]).isEmpty)
        #expect(watch.notices(on: []).isEmpty)
    }

    @Test("is said no more than a bounded number of times by whoever claims ever new ones")
    func bounded() throws {
        var watch = SharedKeyWatch()
        var count = 0
        for _ in 0..<2 * SharedKeyWatch.maximumKeys {
            let key = SigningKey().publicKey
            count += watch.notices(on: [try claim("a", key), try claim("b", key)]).count
        }
        #expect(count == SharedKeyWatch.maximumKeys)
    }
}
