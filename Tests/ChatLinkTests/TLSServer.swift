import LinkTestSupport
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import NIOTLS

/// What a server of a test answers.
struct ServerAnswer: Sendable {
    var status = HTTPResponseStatus.ok
    var headers: HTTPHeaders = ["Content-Type": "text/xml; charset=utf-8"]
    /// The number of interim answers before the head.
    var interimHeads = 0
    /// Sent after the head, in chunks.
    var body: [ByteBuffer] = []
    /// Whether the answer ends.
    var isComplete = true

    static func page(_ text: String) -> ServerAnswer { ServerAnswer(body: [ByteBuffer(string: text)]) }
}

/// What a server of a test does.
struct ServerBehaviour: Sendable {
    /// Called for each connection.
    var onConnection: @Sendable () -> Void = {}
    /// Called for the end of each connection.
    var onEnd: @Sendable () -> Void = {}
    /// Closes each connection after this time from its handshake.
    var closesAfterHandshake: TimeAmount?
    /// Closes each connection after its answer, without saying so in the answer.
    var closesSilentlyAfterAnswer = false
    /// Returns the answer to a request; nil for none.
    let answer: @Sendable (HTTPRequestHead) -> ServerAnswer?

    static func answering(_ answer: @escaping @Sendable (HTTPRequestHead) -> ServerAnswer?) -> ServerBehaviour {
        ServerBehaviour(answer: answer)
    }

    static func always(_ answer: ServerAnswer?) -> ServerBehaviour { .answering { _ in answer } }
}

/// Runs `body` with the port of an HTTP/1.1 server.
///
/// - Parameter tls: nil for plain HTTP.
func withServer<Result>(
    _ tls: TLSConfiguration?, _ behaviour: ServerBehaviour = .always(.page("<chat/>")),
    _ body: (Int) async throws -> Result
) async throws -> Result {
    let context = try tls.map { try NIOSSLContext(configuration: $0) }
    let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .childChannelInitializer { channel in
            behaviour.onConnection()
            channel.closeFuture.whenComplete { _ in behaviour.onEnd() }
            return channel.eventLoop.makeCompletedFuture {
                let pipeline = channel.pipeline.syncOperations
                if let context {
                    try pipeline.addHandler(
                        NIOSSLServerHandler(
                            context: context,
                            customVerificationCallback: { _, result in result.succeed(.certificateVerified) }))
                }
                try pipeline.configureHTTPServerPipeline()
                try pipeline.addHandler(AnsweringHandler(behaviour))
            }
        }
        .bind(host: "127.0.0.1", port: 0).get()
    do {
        let result = try await body(server.localAddress?.port ?? 0)
        try await server.close()
        return result
    } catch {
        try? await server.close()
        throw error
    }
}

private final class AnsweringHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let behaviour: ServerBehaviour

    init(_ behaviour: ServerBehaviour) {
        self.behaviour = behaviour
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .handshakeCompleted = event as? TLSUserEvent, let time = behaviour.closesAfterHandshake {
            context.eventLoop.assumeIsolated().scheduleTask(in: time) { context.close(promise: nil) }
        }
        context.fireUserInboundEventTriggered(event)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(let head) = unwrapInboundIn(data), let answer = behaviour.answer(head) else { return }
        for _ in 0..<answer.interimHeads {
            context.write(
                wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: .continue))), promise: nil)
        }
        context.write(
            wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: answer.status, headers: answer.headers))),
            promise: nil)
        for part in answer.body { context.write(wrapOutboundOut(.body(.byteBuffer(part))), promise: nil) }
        if answer.isComplete { context.write(wrapOutboundOut(.end(nil)), promise: nil) }
        context.flush()
        if behaviour.closesSilentlyAfterAnswer { context.close(promise: nil) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}

/// Runs `body` with the port of a server that accepts connections and says nothing.
func withSilentServer<Result>(_ body: (Int) async throws -> Result) async throws -> Result {
    let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .bind(host: "127.0.0.1", port: 0).get()
    do {
        let result = try await body(server.localAddress?.port ?? 0)
        try await server.close()
        return result
    } catch {
        try? await server.close()
        throw error
    }
}

/// A port of this machine at which nothing listens.
func closedPort() async throws -> Int {
    try await withSilentServer { $0 }
}
