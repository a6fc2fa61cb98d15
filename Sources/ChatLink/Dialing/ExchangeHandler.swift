internal import ChatClient
internal import ChatModel
internal import NIOCore
internal import NIOHTTP1
internal import NIOHTTPCompression

/// An outbound user event: sends a request over a link.
struct Exchange: Sendable {
    /// The outcome, and whether the link can be used again.
    typealias End = (outcome: ExchangeState.Outcome, isReusable: Bool)

    let request: NodeRequest
    let host: String
    let deadlines: Deadlines
    let end: OneOutcome<End>
}

/// Exchanges requests and answers over a link: the thin shell around ``ExchangeState``.
///
/// A request whose caller has left may still wait at the node. The next one is sent at once, and ends that wait.
final class ExchangeHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias OutboundIn = HTTPClientRequestPart
    typealias OutboundOut = HTTPClientRequestPart

    /// The largest number of requests that are sent behind the one that is being answered.
    private static let maximumNext = 4

    private var exchange: (state: ExchangeState, end: OneOutcome<Exchange.End>)?
    /// The requests that are sent already. Their answers come after the present one, in this order.
    private var next: [Exchange] = []
    private var timer: (task: Scheduled<Void>, deadline: NIODeadline)?
    private var keepsAlive = true
    /// Whether the link is being closed. An answer may still come, to a request that has ended.
    private var isEnding = false

    /// Adds the handlers with which this node sends requests over a link.
    static func addHandlers(to link: any Channel) throws {
        let pipeline = link.pipeline.syncOperations
        try pipeline.addHandler(HTTPRequestEncoder())
        // Interim answers are refused.
        let decoder = HTTPResponseDecoder(leftOverBytesStrategy: .dropBytes, informationalResponseStrategy: .forward)
        try pipeline.addHandler(ByteToMessageHandler(decoder))
        try pipeline.addHandler(NIOHTTPResponseDecompressor(limit: .size(Limits.pulledPageBytes)))
        try pipeline.addHandler(ExchangeHandler())
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard let exchange = event as? Exchange else {
            return context.triggerUserOutboundEvent(event, promise: promise)
        }
        promise?.succeed()
        guard context.channel.isActive, !isEnding, next.count < Self.maximumNext else { return Self.fail(exchange) }
        if self.exchange == nil {
            begin(exchange, context)
        } else {
            next.append(exchange)
            self.exchange?.state.waitEnds(now: .now())
            setTimer(context)
        }
        // Last, because a link that is being closed ends during this call.
        write(exchange, context)
    }

    /// Whether an answer is due.
    var isWaiting: Bool { exchange != nil }

    /// Waits for the answer. Its time begins when the answers before it are complete.
    private func begin(_ exchange: Exchange, _ context: ChannelHandlerContext) {
        let state = ExchangeState(waitSeconds: exchange.request.waitSeconds, exchange.deadlines, now: .now())
        self.exchange = (state, exchange.end)
        setTimer(context)
    }

    private static func fail(_ exchange: Exchange) {
        exchange.end.end((.failure(.unreachable(.closed)), false))
    }

    private func write(_ exchange: Exchange, _ context: ChannelHandlerContext) {
        var headers = HTTPHeaders([("Host", exchange.host), ("Accept-Encoding", "gzip")])
        let body = exchange.request.form.map(ByteBuffer.init(string:))
        if let body {
            headers.add(name: "Content-Type", value: "application/x-www-form-urlencoded")
            headers.add(name: "Content-Length", value: "\(body.readableBytes)")
        }
        let head = HTTPRequestHead(
            version: .http1_1, method: body == nil ? .GET : .POST, uri: "/\(exchange.request.path)",
            headers: headers)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        if let body { context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil) }
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isEnding else { return }
        guard exchange != nil else { return context.close(promise: nil) }
        switch unwrapInboundIn(data) {
        case .head(let head):
            keepsAlive = head.isKeepAlive
            let type = head.headers.first(name: "Content-Type")
            finish(exchange?.state.head(status: Int(head.status.code), contentType: type, now: .now()), context)
        case .body(let part): finish(exchange?.state.body(part.readableBytesView, now: .now()), context)
        case .end: finish(exchange?.state.end(), context)
        }
    }

    private func finish(_ outcome: ExchangeState.Outcome?, _ context: ChannelHandlerContext) {
        if let outcome { end(with: outcome, context) } else { setTimer(context) }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // The other side of a turned link, or the listener that has accepted it, ends it.
        if event as? ChannelEvent == .inputClosed || event is ChannelShouldQuiesceEvent {
            broken(.closed, context)
            context.close(promise: nil)
        }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let failure = Self.decompressionFailure(error) else {
            broken(ConnectionProblem(ofLink: error), context)
            return context.close(promise: nil)
        }
        end(with: .failure(failure), context)
        // At once: the end of TLS waits for the other side, whose further bytes would be decompressed, too.
        context.channel.closeNow()
    }

    /// Returns why an answer cannot be decompressed; nil for another error.
    private static func decompressionFailure(_ error: any Error) -> PullFailure? {
        switch error {
        case NIOHTTPDecompression.DecompressionError.limit: .tooLarge
        case is NIOHTTPDecompression.DecompressionError, is NIOHTTPDecompression.ExtraDecompressionError:
            .noPage(reason: "Its gzip data is damaged or incomplete.")
        default: nil
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        broken(.closed, context)
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.task.cancel()
        timer = nil
    }

    private func broken(_ problem: ConnectionProblem, _ context: ChannelHandlerContext) {
        if let outcome = exchange?.state.broken(problem) { end(with: outcome, context) }
    }

    private func end(with outcome: ExchangeState.Outcome, _ context: ChannelHandlerContext) {
        guard let exchange else { return }
        self.exchange = nil
        timer?.task.cancel()
        timer = nil
        let isReusable = if case .success = outcome { keepsAlive } else { false }
        exchange.end.end((outcome, isReusable))
        guard isReusable else {
            isEnding = true
            next.forEach(Self.fail)
            next = []
            return context.close(promise: nil)
        }
        if !next.isEmpty { begin(next.removeFirst(), context) }
    }

    /// Schedules one timer. If the deadline has moved to a later time, the old timer stays and is set again when it fires.
    private func setTimer(_ context: ChannelHandlerContext) {
        guard let deadline = exchange?.state.deadline else { return }
        if let timer, timer.deadline <= deadline { return }
        timer?.task.cancel()
        let task = context.eventLoop.assumeIsolated().scheduleTask(deadline: deadline) { [self] in
            timer = nil
            finish(exchange?.state.timeUp(now: .now()), context)
        }
        timer = (task, deadline)
    }
}

@available(*, unavailable)
extension ExchangeHandler: Sendable {}
