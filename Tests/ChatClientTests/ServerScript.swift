import NIOCore

/// The reaction of a ``ScriptedServer`` to each request.
enum ServerScript: Sendable {
    /// Sends a text and keeps the connection open.
    case send(String)
    /// Sends a text after a time and keeps the connection open.
    case sendLater(String, after: Duration)
    /// Sends a text and closes the connection.
    case sendAndClose(String)
    /// Sends the first text, then repeats the second as fast as the client reads.
    case repeatForEver(String, String)
    /// Sends the first text, then repeats the second after each pause.
    case drip(String, String, every: Duration)
    /// Sends nothing and keeps the connection open.
    case silence

    /// Sends an answer with a Content-Length.
    static func answer(_ body: String, status: String = "200 OK", headers: String = "") -> ServerScript {
        .send("HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\n\(headers)\r\n\(body)")
    }

    static let chunkedHead = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
}

/// One connection of a ``ScriptedServer``.
final class ServerScriptHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let script: ServerScript
    private let events: AsyncStream<ServerEvent>.Continuation
    private var received = ""

    init(_ script: ServerScript, _ events: AsyncStream<ServerEvent>.Continuation) {
        self.script = script
        self.events = events
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        received += String(buffer: unwrapInboundIn(data))
        guard let end = received.firstRange(of: "\r\n\r\n") else { return }
        let length =
            received[..<end.lowerBound].split(separator: "\r\n").lazy
            .filter { $0.lowercased().hasPrefix("content-length: ") }.compactMap { Int($0.dropFirst(16)) }.first ?? 0
        guard received[end.upperBound...].utf8.count >= length else { return }
        events.yield(.request(received))
        received = ""
        run(in: context)
    }

    func channelInactive(context: ChannelHandlerContext) {
        events.yield(.closed)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    private func run(in context: ChannelHandlerContext) {
        switch script {
        case .send(let text):
            send(text, in: context)
        case .sendLater(let text, let time):
            context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(time)) { self.send(text, in: context) }
        case .sendAndClose(let text):
            send(text, in: context)
            context.close(promise: nil)
        case .repeatForEver(let first, let text):
            send(first, in: context)
            sendForEver(text, in: context)
        case .drip(let first, let text, let pause):
            send(first, in: context)
            drip(text, pause, in: context)
        case .silence:
            break
        }
    }

    private func send(_ text: String, in context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text)), promise: nil)
    }

    private func sendForEver(_ text: String, in context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text))).assumeIsolated().whenSuccess {
            self.sendForEver(text, in: context)
        }
    }

    private func drip(_ text: String, _ pause: Duration, in context: ChannelHandlerContext) {
        context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(pause)) {
            guard context.channel.isActive else { return }
            self.send(text, in: context)
            self.drip(text, pause, in: context)
        }
    }
}
