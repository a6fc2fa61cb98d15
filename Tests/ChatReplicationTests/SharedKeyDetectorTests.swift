import ChatModel
import ChatStore
import Testing

@testable import ChatReplication

@Suite("Of peers that claim one key")
struct SharedKeyDetectorTests {
    private let key = SigningKey().publicKey
    private let other = SigningKey().publicKey

    private func claim(_ name: String, _ key: PublicKey) throws -> (peer: PeerID, key: PublicKey) {
        (try #require(PeerID(name)), key)
    }

    @Test("is said once which they are, whichever else claim it later")
    func once() throws {
        var detector = SharedKeyDetector()
        let two = [try claim("a", key), try claim("b", other), try claim("c", key)]
        #expect(detector.notices(on: two) == [.sharedKey(key, peers: "a and c")])
        #expect(detector.notices(on: two + [try claim("d", key)]).isEmpty)
        #expect(detector.notices(on: two + [try claim("d", other)]) == [.sharedKey(other, peers: "b and d")])
    }

    @Test("is said nothing where each has its own, or has not answered")
    func apart() throws {
        var detector = SharedKeyDetector()
        #expect(detector.notices(on: [try claim("a", key), try claim("b", other)]).isEmpty)
        #expect(detector.notices(on: []).isEmpty)
    }

    @Test("is said no more than a bounded number of times by whoever claims ever new ones")
    func bounded() throws {
        var detector = SharedKeyDetector()
        var count = 0
        for _ in 0..<2 * SharedKeyDetector.maximumKeys {
            let key = SigningKey().publicKey
            count += detector.notices(on: [try claim("a", key), try claim("b", key)]).count
        }
        #expect(count == SharedKeyDetector.maximumKeys)
    }
}
