import ChatModel
import ChatStore
import Testing

@testable import ChatReplication

struct SharedKeyDetectorTests {
    private let key = SigningKey().publicKey
    private let other = SigningKey().publicKey

    private func claim(_ name: String, _ key: PublicKey) throws -> (peer: PeerID, key: PublicKey) {
        (try #require(PeerID(name)), key)
    }

    @Test func `peers that share a key are reported once, although another joins them later`() throws {
        var detector = SharedKeyDetector()
        let two = [try claim("a", key), try claim("b", other), try claim("c", key)]
        #expect(detector.notices(on: two) == [.sharedKey(key, peers: [PeerID("a")!, PeerID("c")!])])
        #expect(detector.notices(on: two + [try claim("d", key)]).isEmpty)
        #expect(
            detector.notices(on: two + [try claim("d", other)]) == [
                .sharedKey(other, peers: [PeerID("b")!, PeerID("d")!])
            ])
    }

    @Test func `peers with keys of their own are not reported`() throws {
        var detector = SharedKeyDetector()
        #expect(detector.notices(on: [try claim("a", key), try claim("b", other)]).isEmpty)
        #expect(detector.notices(on: []).isEmpty)
    }

    @Test func `the number of notices is limited when peers claim new keys again and again`() throws {
        var detector = SharedKeyDetector()
        var count = 0
        for _ in 0..<2 * SharedKeyDetector.maximumKeys {
            let key = SigningKey().publicKey
            count += detector.notices(on: [try claim("a", key), try claim("b", key)]).count
        }
        #expect(count == SharedKeyDetector.maximumKeys)
    }
}
