import NIOCore
import NIOPosix
import Synchronization

/// A relay for TCP connections that keeps the bytes of both directions.
final class Relay: Sendable {
    let port: Int
    private let server: any Channel
    private let record = Record()

    /// - Parameter target: a port of this machine. No server needs to listen there yet.
    init(to target: Int) async throws {
        server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer { [record] client in
                ClientBootstrap(group: client.eventLoop)
                    .channelInitializer { node in
                        node.eventLoop.makeCompletedFuture {
                            try node.pipeline.syncOperations.addHandler(RecordingPipe(to: client, record))
                        }
                    }
                    .connect(host: "127.0.0.1", port: target)
                    .flatMapThrowing { node in
                        try client.pipeline.syncOperations.addHandler(RecordingPipe(to: node, record))
                    }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        port = server.localAddress?.port ?? 0
    }

    /// What has passed so far.
    var bytes: [UInt8] { record.bytes.withLock { $0 } }

    func close() async throws {
        try await server.close()
    }
}

private final class Record: Sendable {
    let bytes = Mutex<[UInt8]>([])
}

private final class RecordingPipe: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let end: any Channel
    private let record: Record

    init(to end: any Channel, _ record: Record) {
        self.end = end
        self.record = record
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let buffer = unwrapInboundIn(data)
        record.bytes.withLock { $0 += Array(buffer.readableBytesView) }
        end.writeAndFlush(buffer, promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        end.close(promise: nil)
        context.fireChannelInactive()
    }
}
