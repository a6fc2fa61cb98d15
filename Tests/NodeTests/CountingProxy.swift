import ChatClient
import NIOCore
import NIOPosix
import Synchronization

/// A proxy for a node that counts the messages and bytes of its answers.
final class CountingProxy: Sendable {
    struct Count: Sendable {
        /// The messages with fields.
        var bodies = 0
        /// The bytes of the answers with their heads.
        var bytes = 0
    }

    let address: NodeAddress
    private let server: any Channel
    private let counter = Counter()

    /// - Parameter node: The address to connect to. No server needs to listen there yet.
    init(to node: NodeAddress) async throws {
        server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer { [counter] client in
                // NIO closes the client's connection if the connection to the node fails.
                ClientBootstrap(group: client.eventLoop)
                    .channelInitializer { node in
                        node.eventLoop.makeCompletedFuture {
                            try node.pipeline.syncOperations.addHandler(Pipe(to: client, counter))
                        }
                    }
                    .connect(host: node.host, port: node.port)
                    .flatMapThrowing { node in
                        try client.pipeline.syncOperations.addHandler(Pipe(to: node, nil))
                    }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        address = try NodeAddress("http://127.0.0.1:\(server.localAddress?.port ?? 0)")
    }

    var count: Count { counter.count }

    /// Accepts no more connections.
    func close() async throws {
        try await server.close()
    }
}

private final class Counter: Sendable {
    private let state = Mutex(CountingProxy.Count())

    var count: CountingProxy.Count { state.withLock { $0 } }

    func add(bodies: Int, bytes: Int) {
        state.withLock { count in
            count.bodies += bodies
            count.bytes += bytes
        }
    }
}

/// Forwards the bytes of one connection to another.
private final class Pipe: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private static let tag = Array("<message ".utf8)

    private let end: any Channel
    private let counter: Counter?
    /// The last bytes received, because a tag may be split between two reads.
    private var rest: [UInt8] = []

    init(to end: any Channel, _ counter: Counter?) {
        self.end = end
        self.counter = counter
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let buffer = unwrapInboundIn(data)
        if let counter {
            let bytes = rest + Array(buffer.readableBytesView)
            let bodies = bytes.split(separator: Self.tag, omittingEmptySubsequences: false).count - 1
            counter.add(bodies: bodies, bytes: buffer.readableBytes)
            rest = bytes.suffix(Self.tag.count - 1)
        }
        end.writeAndFlush(buffer, promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        end.close(promise: nil)
        context.fireChannelInactive()
    }
}
