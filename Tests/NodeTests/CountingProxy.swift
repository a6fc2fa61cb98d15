import ChatClient
import NIOCore
import NIOPosix
import Synchronization

/// Passes connections on to a node, and counts what comes back.
final class CountingProxy: Sendable {
    struct Count: Sendable {
        /// Messages with their fields.
        var bodies = 0
        /// Bytes of answers, heads included.
        var bytes = 0
    }

    let address: NodeAddress
    private let server: any Channel
    private let counter = Counter()

    /// - Parameter node: where connections lead; it need not listen yet.
    init(to node: NodeAddress) async throws {
        server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer { [counter] client in
                // The client's connection is open once the node's is; where there is none, it is closed.
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

/// Writes to the other end of a relayed connection what comes in at this one.
private final class Pipe: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private static let tag = Array("<message ".utf8)

    private let end: any Channel
    private let counter: Counter?
    /// The last bytes: a tag may be split.
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
