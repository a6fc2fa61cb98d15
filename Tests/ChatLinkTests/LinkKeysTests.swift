import ChatModel
import NIOCore
import NIOEmbedded
import Testing

@testable import ChatLink

struct LinkKeysTests {
    private let peer = SigningKey().publicKey

    @Test func `admitting a key closes the links that it has as a stranger, and no later ones`() throws {
        let keys = try LinkKeys(LinkIdentity(SigningKey()), admitting: [])
        let (before, after) = (EmbeddedChannel(), EmbeddedChannel())
        for channel in [before, after] { try channel.connect(to: SocketAddress(ipAddress: "10.0.0.1", port: 1)).wait() }
        keys.opened(before, of: peer)
        keys.admit(peer)
        #expect(!before.isActive)
        keys.opened(after, of: peer)
        keys.admit(peer)
        #expect(after.isActive)
        #expect(keys.admission(of: peer) == .admitted)
    }
}
