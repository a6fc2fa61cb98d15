import NIOCore

/// One connection to a ``BadPeer``.
final class BadPeerConnection: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let conduct: PeerConduct
    private var received = ""

    init(_ conduct: PeerConduct) {
        self.conduct = conduct
    }

    func channelActive(context: ChannelHandlerContext) {
        if !conduct.opened(context.channel) { context.close(promise: nil) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        conduct.closed(context.channel)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        received += String(buffer: unwrapInboundIn(data))
        guard let end = received.firstRange(of: "\r\n\r\n") else { return }
        let request = PeerRequest(head: received[..<end.lowerBound])
        received = ""
        guard let request, let answer = conduct.answer(request) else { return context.close(promise: nil) }
        perform(answer, in: context)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    private func perform(_ answer: PeerAnswer, in context: ChannelHandlerContext) {
        switch answer {
        case .send(let bytes):
            send(bytes, in: context)
        case .sendLater(let bytes, let time):
            context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(time)) { self.send(bytes, in: context) }
        case .sendAndClose(let bytes):
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes))).assumeIsolated().whenComplete { _ in
                context.close(promise: nil)
            }
        case .stream(let first, let piece, let bytes):
            send(first, in: context)
            stream(ByteBuffer(bytes: piece), bytes, in: context)
        case .drip(let first, let piece, let pause):
            send(first, in: context)
            drip(piece, pause, in: context)
        case .silence:
            break
        }
    }

    private func send(_ bytes: [UInt8], in context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: nil)
    }

    private func stream(_ piece: ByteBuffer, _ bytes: Int, in context: ChannelHandlerContext) {
        guard bytes > 0 else { return }
        context.writeAndFlush(wrapOutboundOut(piece)).assumeIsolated().whenSuccess {
            // Not at once: a write that is done at once would end here again, deeper and deeper.
            context.eventLoop.assumeIsolated().execute { self.stream(piece, bytes - piece.readableBytes, in: context) }
        }
    }

    private func drip(_ piece: [UInt8], _ pause: Duration, in context: ChannelHandlerContext) {
        context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(pause)) {
            guard context.channel.isActive else { return }
            self.send(piece, in: context)
            self.drip(piece, pause, in: context)
        }
    }
}
