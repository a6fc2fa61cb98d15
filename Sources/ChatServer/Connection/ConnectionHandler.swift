internal import ChatLink
internal import HTTPTypes
internal import HummingbirdCore
internal import NIOCore
internal import NIOExtras
internal import NIOHTTP1

/// Enforces the limits of one connection: the thin shell around ``ConnectionState``.
///
/// The handler comes directly after NIO's decoder. Only there it sees a request's version, all its Host fields and
/// the decoder's errors. It answers each error with a `<failure>`, as the routes do.
final class ConnectionHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private var state: ConnectionState
    private let bytes: ConnectionBytes
    private let connection: ConnectionTable.Connection
    /// The bytes of large bodies whose last byte is not written yet.
    private var largeBodyBytes = 0
    private var sawParts = false
    private var hasDeparted = false
    /// Whether the connection is to be closed whatever is not written.
    private var closesNow = false
    private var observer: DepartureObserver?
    private var timer: (task: Scheduled<Void>, deadline: NIODeadline)?
    /// Succeeds when the last answer has been written to the operating system.
    private var written: EventLoopFuture<Void>?

    init(times: ConnectionTimes, bytes: ConnectionBytes, connection: ConnectionTable.Connection) {
        self.bytes = bytes
        self.connection = connection
        state = ConnectionState(times: times, now: .now())
    }

    // MARK: Inbound

    /// A link is active already.
    func handlerAdded(context: ChannelHandlerContext) {
        setTimer(context)
    }

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
        if action == .forward, !count(part) { return }
        perform(action, with: data, context)
        if case .head(let head) = part, RequestHeadRule.expectsContinue(head), state.awaitsBody {
            let head = HTTPResponseHead(version: .http1_1, status: .continue)
            context.writeAndFlush(wrapOutboundOut(.head(head)), promise: nil)
        }
    }

    /// - Returns: false if the connection holds too much for the part to be forwarded.
    private func count(_ part: HTTPServerRequestPart) -> Bool {
        if case .head(let head) = part { bytes.head(head) }
        if case .body(let body) = part { return bytes.body(body.readableBytes) }
        return true
    }

    private func receive(_ head: HTTPRequestHead) -> ConnectionState.Action {
        let now = NIODeadline.now()
        let action = state.head(
            refusedFor: RequestHeadRule.failure(of: head), isLast: RequestHeadRule.isLast(head), now: now)
        connection.isActive(answersDue: state.answersDue, now: now)
        // From here on nothing is read, so the node does not notice when the client closes the connection.
        if !state.acceptsInput, state.answersDue > 1 { depart() }
        endWait()
        return action
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        // The decoder fires this event also if the bytes completed no part of a request.
        state.bytes(withParts: sawParts, now: .now())
        sawParts = false
        setTimer(context)
        context.fireChannelReadComplete()
        // The handlers after this one no longer read.
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
            // Not forwarded: Hummingbird's handler would close the connection before the last answers are written.
            perform(state.stop(now: .now()), context)
        default:
            context.fireUserInboundEventTriggered(event)
        }
        setTimer(context)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        state.stalls(!context.channel.isWritable, now: .now())
        countAnswers(context)
        setTimer(context)
        context.fireChannelWritabilityChanged()
    }

    func channelInactive(context: ChannelHandlerContext) {
        depart()
        bytes.ended()
        perform(state.ended(), context)
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        depart()
        bytes.ended()
        timer?.task.cancel()
        timer = nil
    }

    // MARK: Outbound

    func read(context: ChannelHandlerContext) {
        if state.acceptsInput { context.read() }
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
        case .body(.byteBuffer(let body)) where body.storageCapacity >= ConnectionBytes.leastCounted:
            writeLarge(body.storageCapacity, data, promise, context)
        case .body:
            context.write(data, promise: promise)
        case .end:
            writeEnd(data, promise, context)
            observer = nil
            perform(state.answerEnd(now: .now()), context)
            bytes.answered()
            connection.isActive(answersDue: state.answersDue, now: .now())
            setTimer(context)
        }
    }

    func flush(context: ChannelHandlerContext) {
        context.flush()
        guard countAnswers(context) > 0, let written else { return }
        written.assumeIsolated().whenComplete { [self] _ in countAnswers(context) }
    }

    /// Hummingbird closes the connection when it has written the last answer. The operating system may not have accepted all of it yet.
    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        guard mode != .input, state.isEnding, !closesNow, let written else {
            context.close(mode: mode, promise: promise)
            return
        }
        written.assumeIsolated().whenComplete { _ in context.close(mode: mode, promise: promise) }
    }

    /// A buffer stays in memory as a whole until the operating system has accepted its last byte.
    private func writeLarge(
        _ byteCount: Int, _ body: NIOAny, _ promise: EventLoopPromise<Void>?, _ context: ChannelHandlerContext
    ) {
        largeBodyBytes += byteCount
        let promise = promise ?? context.eventLoop.makePromise()
        promise.futureResult.assumeIsolated().whenComplete { [self] _ in largeBodyBytes -= byteCount }
        context.write(body, promise: promise)
    }

    /// Counts the bytes of answers that the operating system has not accepted yet.
    @discardableResult
    private func countAnswers(_ context: ChannelHandlerContext) -> Int {
        let buffered = (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
        let count = max(buffered, largeBodyBytes)
        bytes.buffered(count)
        return count
    }

    private func writeEnd(_ end: NIOAny, _ promise: EventLoopPromise<Void>?, _ context: ChannelHandlerContext) {
        let promise = promise ?? context.eventLoop.makePromise()
        written = promise.futureResult
        context.write(end, promise: promise)
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard let observer = event as? DepartureObserver else {
            closesNow = closesNow || event is CloseNow
            context.triggerUserOutboundEvent(event, promise: promise)
            return
        }
        self.observer = observer
        if hasDeparted { depart() } else { endWait() }
        promise?.succeed()
    }

    /// Ends the wait of the request that is being answered if another one has come behind it.
    private func endWait() {
        guard state.answersDue > 1, let observer, observer.endsAtNextRequest else { return }
        self.observer = nil
        observer.departed()
    }

    private func depart() {
        hasDeparted = true
        observer?.departed()
        observer = nil
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

    /// Closes the connection, or its output only, when the last answer is written.
    ///
    /// The output only, if the client may still be sending: closing both sides would make the operating system reset the
    /// connection because of the unread bytes, and the client could lose the answer (RFC 9112, section 9.6).
    private func close(_ mode: CloseMode, _ context: ChannelHandlerContext) {
        bytes.discard()
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

    /// Schedules one timer. If the deadline has moved to a later time, the old timer stays and is set again when it fires:
    /// nearly every request moves the deadline.
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

/// An outbound user event that makes ``ConnectionHandler`` report when the other side leaves.
///
/// The observer is removed when the current answer is written. One that closes only its output has left, too: its
/// request stops waiting and is answered.
struct DepartureObserver: Sendable {
    /// Called once, on the connection's event loop; at once if the other side has already left.
    let departed: @Sendable () -> Void
    /// Whether a further request on the connection counts, too: answers keep the order of their requests, so a request that
    /// waits would delay it.
    var endsAtNextRequest = false
}
