import ChatClient
import NIOCore
import NIOPosix

/// A server on a port of 127.0.0.1 that answers for a peer as badly as it is told to, until it is told otherwise.
final class BadPeer: Sendable {
    let address: NodeAddress
    private let conduct: PeerConduct
    private let listener: any Channel

    init(_ behaviour: PeerConduct.Behaviour) async throws {
        let conduct = PeerConduct(behaviour)
        listener = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(BadPeerConnection(conduct))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        address = try NodeAddress("http://127.0.0.1:\(listener.localAddress?.port ?? 0)")
        self.conduct = conduct
    }

    deinit {
        listener.close(promise: nil)
        conduct.turn(.closesAtOnce)
    }

    /// Returns when so many more requests have come, or connections where it closes each at once. For one caller.
    func hears(_ count: Int) async {
        guard count > 0 else { return }
        for await _ in conduct.heard.prefix(count) {}
    }

    /// From now on it does this. Who is connected is cut off, as when a program is replaced.
    func turn(_ behaviour: PeerConduct.Behaviour) {
        conduct.turn(behaviour)
    }
}
