internal import HTTPTypes
internal import HummingbirdCore
internal import NIOCore
internal import NIOExtras
internal import NIOHTTP1

/// Keeps one connection within its bounds: the thin shell around ``ConnectionState``.
///
/// It stands between NIO's decoder and the codec behind it, because only there are a request's version, all its Host
/// fields and what the decoder refuses to be seen; each refusal is answered with a failure like any other.
final class ConnectionHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private var state: ConnectionState
    private var sawParts = false
    private var hasDeparted = false
    private var notice: DepartureNotice?
    private var timer: (task: Scheduled<Void>, deadline: NIODeadline)?
    /// Done when the last answer has been given to the operating system.
    private var written: EventLoopFuture<Void>?

    init(times: ConnectionTimes) {
        state = ConnectionState(times: times, now: .now())
    }

    // MARK: Inbound

    func channelActive(context: ChannelHandlerContext) {
        setTimer(context)
        context.fireChannelActive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        sawParts = true
        let part = unwrapInboundIn(data)
        let action =
            switch part {
            case .head(let head): receive(head)
            case .body: state.body()
            case .end: state.end()
            }
        perform(action, with: data, context)
        if case .head(let head) = part, RequestHeadRule.expectsContinue(head), state.awaitsBody {
            let head = HTTPResponseHead(version: .http1_1, status: .continue)
            context.writeAndFlush(wrapOutboundOut(.head(head)), promise: nil)
        }
    }

    private func receive(_ head: HTTPRequestHead) -> ConnectionState.Action {
        state.head(
            refusedFor: RequestHeadRule.failure(of: head), isLast: RequestHeadRule.isLast(head), now: .now())
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        // The decoder says so even where the bytes completed nothing.
        state.bytes(withParts: sawParts, now: .now())
        sawParts = false
        setTimer(context)
        context.fireChannelReadComplete()
        // Nobody behind this handler reads any more.
        if state.isEnding { context.read() }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        perform(state.refuse(Self.failure(for: error), now: .now()), context)
        setTimer(context)
    }

    private static func failure(for error: any Error) -> Failure {
        switch error as? HTTPParserError {
        case .invalidVersion: .unknownVersion
        case .headerOverflow: .headerTooLarge
        case .invalidURL: .badAddress
        default: .badRequest
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case ChannelEvent.inputClosed:
            depart()
            perform(state.inputClosed(now: .now()), context)
            context.fireUserInboundEventTriggered(event)
        case is ChannelShouldQuiesceEvent:
            // Not handed on: Hummingbird's handler would close without regard for what this one still has to say.
            perform(state.stop(now: .now()), context)
        default:
            context.fireUserInboundEventTriggered(event)
        }
        setTimer(context)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        state.stalls(!context.channel.isWritable, now: .now())
        setTimer(context)
        context.fireChannelWritabilityChanged()
    }

    func channelInactive(context: ChannelHandlerContext) {
        depart()
        perform(state.gone(), context)
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        depart()
        timer?.task.cancel()
        timer = nil
    }

    // MARK: Outbound

    func read(context: ChannelHandlerContext) {
        if state.takesInput { context.read() }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard !state.isEnding else {
            promise?.fail(ChannelError.outputClosed)
            return
        }
        switch unwrapOutboundIn(data) {
        case .head(var head):
            if state.answerHead(isLast: head.headers["connection"].contains("close")) {
                head.headers.replaceOrAdd(name: "Connection", value: "close")
            }
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body:
            context.write(data, promise: promise)
        case .end:
            writeEnd(data, promise, context)
            notice = nil
            perform(state.answerEnd(now: .now()), context)
            setTimer(context)
        }
    }

    private func writeEnd(_ end: NIOAny, _ promise: EventLoopPromise<Void>?, _ context: ChannelHandlerContext) {
        let promise = promise ?? context.eventLoop.makePromise()
        written = promise.futureResult
        context.write(end, promise: promise)
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard let notice = event as? DepartureNotice else {
            context.triggerUserOutboundEvent(event, promise: promise)
            return
        }
        self.notice = notice
        if hasDeparted { depart() }
        promise?.succeed()
    }

    private func depart() {
        hasDeparted = true
        notice?.departed()
        notice = nil
    }

    // MARK: Actions

    private func perform(
        _ action: ConnectionState.Action, with part: NIOAny? = nil, _ context: ChannelHandlerContext
    ) {
        switch action {
        case .nothing: break
        case .forward: if let part { context.fireChannelRead(part) }
        case .fail(let failure): context.fireErrorCaught(failure)
        case .answer(let failure):
            write(failure, context)
            close(.output, context)
        case .finish: close(.output, context)
        case .leave: close(.all, context)
        case .close: context.close(promise: nil)
        }
    }

    private func write(_ failure: Failure, _ context: ChannelHandlerContext) {
        let response = failure.response
        var head = HTTPResponseHead(
            version: .http1_1,
            status: HTTPResponseStatus(statusCode: failure.status.code, reasonPhrase: failure.status.reasonPhrase),
            headers: HTTPHeaders(response.headers.map { ($0.name.rawName, $0.value) }))
        head.headers.replaceOrAdd(name: "Connection", value: "close")
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: failure.body)))), promise: nil)
        writeEnd(wrapOutboundOut(.end(nil)), nil, context)
    }

    /// Closes when the last answer is written.
    ///
    /// Of the output only, where a request may be on its way: to close all would make the operating system reset the
    /// connection for the bytes that nobody read, and the client could lose the answer (RFC 9112, section 9.6).
    private func close(_ mode: CloseMode, _ context: ChannelHandlerContext) {
        context.flush()
        let written = written ?? context.eventLoop.makeSucceededVoidFuture()
        written.assumeIsolated().whenComplete { [self] _ in
            state.flushed(now: .now())
            setTimer(context)
            context.close(mode: mode, promise: nil)
        }
        context.read()
    }

    // MARK: Time

    /// One timer, which is left to run where the deadline has moved away: most do with every request.
    private func setTimer(_ context: ChannelHandlerContext) {
        guard let deadline = state.deadline, context.channel.isActive else { return }
        if let timer, timer.deadline <= deadline { return }
        timer?.task.cancel()
        let task = context.eventLoop.assumeIsolated().scheduleTask(deadline: deadline) { [self] in
            timer = nil
            perform(state.timeUp(now: .now()), context)
            setTimer(context)
        }
        timer = (task, deadline)
    }
}

@available(*, unavailable)
extension ConnectionHandler: Sendable {}

/// Asks a connection to say when its client has left: an outbound user event for ``ConnectionHandler``.
///
/// It holds until the answer under way is written. A client that half-closes has left as well: it is answered at once.
struct DepartureNotice: Sendable {
    /// Called once, on the connection's event loop; at once where the client has already left.
    let departed: @Sendable () -> Void
}
