internal import NIOCore

/// Bounds the handshake of a connection: its time and its bytes. The handler comes before TLS.
///
/// A client that sends no TLS, such as a browser, gets an answer that it can read.
final class HandshakeGuard: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// Bytes of a handshake. That of a node has about 3 KiB; BoringSSL alone would take about 100 KiB of certificates.
    static let maximumBytes = 16 << 10
    /// The first byte of a TLS connection: a handshake record (RFC 8446, section 5.1).
    private static let handshakeRecord: UInt8 = 22

    private let time: TimeAmount
    private let answerToPlainHTTP: [UInt8]
    private let mayBegin: () -> Bool
    private var received = 0
    private var timer: Scheduled<Void>?
    private var isOver = false
    private var isAnswered = false

    /// The time in which a client that got an answer may close the connection. If the node closed it with unread bytes, the
    /// operating system would drop the answer.
    private static let lingering = TimeAmount.seconds(1)

    /// - Parameter mayBegin: called when the first bytes of the client have come, before this node signs anything. If it
    ///   returns false, the connection is closed.
    init(time: TimeAmount, answerToPlainHTTP: [UInt8], mayBegin: @escaping () -> Bool) {
        self.time = time
        self.mayBegin = mayBegin
        self.answerToPlainHTTP = answerToPlainHTTP
    }

    func handlerAdded(context: ChannelHandlerContext) {
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: time) {
            context.close(promise: nil)
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        handshakeEnded()
    }

    /// Ends the bounds, because the handshake has ended.
    func handshakeEnded() {
        isOver = true
        timer?.cancel()
        timer = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isOver else { return context.fireChannelRead(data) }
        guard !isAnswered else { return }
        let bytes = unwrapInboundIn(data)
        if received == 0 {
            guard bytes.readableBytesView.first == Self.handshakeRecord else { return answerPlainHTTP(context) }
            guard mayBegin() else { return context.channel.closeNow() }
        }
        received += bytes.readableBytes
        guard received <= Self.maximumBytes else { return context.close(promise: nil) }
        context.fireChannelRead(data)
    }

    /// Answers once, and drops what else comes. TLS learns only that the connection has ended.
    private func answerPlainHTTP(_ context: ChannelHandlerContext) {
        isAnswered = true
        timer?.cancel()
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: Self.lingering) { context.close(promise: nil) }
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: answerToPlainHTTP)), promise: nil)
        context.close(mode: .output, promise: nil)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // The server shuts down. After the handshake, the handlers of HTTP end the connection.
        guard event is ChannelShouldQuiesceEvent, !isOver else { return context.fireUserInboundEventTriggered(event) }
        context.close(promise: nil)
    }
}

@available(*, unavailable)
extension HandshakeGuard: Sendable {}
