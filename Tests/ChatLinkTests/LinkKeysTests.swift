import ChatModel
import NIOCore
import NIOEmbedded
import Testing

@testable import ChatLink

struct LinkKeysTests {
    private let peer = SigningKey().publicKey
    private let other = SigningKey().publicKey

    private func link() throws -> EmbeddedChannel {
        let channel = EmbeddedChannel()
        try channel.connect(to: SocketAddress(ipAddress: "10.0.0.1", port: 1)).wait()
        return channel
    }

    @Test(arguments: [LinkAccess.paused, .removed])
    func `a key that is not admitted any more loses its links, and another key does not`(access: LinkAccess) throws {
        let keys = LinkKeys(try LinkIdentity(SigningKey()), admitting: [peer, other])
        let (closed, kept) = (try link(), try link())
        keys.opened(closed, of: peer, as: LinkRole(isDialed: false, isTurned: false))
        keys.opened(kept, of: other, as: LinkRole(isDialed: false, isTurned: false))
        let context = try keys.context()
        keys.set(access, for: peer)
        #expect(!closed.isActive && kept.isActive)
        #expect(keys.access(of: peer) == access)
        #expect(try keys.context() !== context, "sessions of before cannot be resumed")
        keys.set(.removed, for: other)
        #expect(keys.hasPeers == (access == .paused))
    }

    @Test func `a key that gets admitted keeps its links`() throws {
        let keys = LinkKeys(try LinkIdentity(SigningKey()), admitting: [])
        #expect(keys.access(of: peer) == .unpaired && !keys.hasPeers)
        let link = try link()
        keys.opened(link, of: peer, as: LinkRole(isDialed: false, isTurned: false))
        let context = try keys.context()
        keys.set(.admitted, for: peer)
        #expect(link.isActive && keys.access(of: peer) == .admitted && keys.hasPeers)
        #expect(try keys.context() === context)
    }
}
