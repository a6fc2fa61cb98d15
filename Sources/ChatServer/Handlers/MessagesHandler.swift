internal import ChatExchange
internal import ChatModel
internal import ChatStore
internal import ChatXML
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// The handler of `messages.php`: answers with a page of the log.
struct MessagesHandler {
    let node: NodeIdentity
    let store: ChatStore
    let longPoll: LongPoll
    let shares: WaitShares
    let access: LogAccess
    /// Notified of each request in which a peer names itself.
    let peers: any PeersSource

    private let cache = AnswerCache()
    private let largePages = LargePages()

    /// - Throws: ``Failure``, `Refusal` and `StoreError`.
    @Sendable @concurrent func handle(_ request: Request, _ context: ConnectionContext) async throws -> Response {
        let changeCount = store.changeCount
        let query = context.peer == nil ? Self.cacheableQuery(of: request) : nil
        if let query, let answer = cache.answer(to: query, at: changeCount) { return .xml(answer) }
        let parameters = try await Parameters(of: request)
        let messages = try MessagesRequest(parameters)
        try access.check(
            messages, from: context.peer, onThisMachine: context.remote == .thisMachine && !request.isForwarded)
        // A client that has closed only its side of the connection, or that pipelines so many requests that it is not
        // noticed when it leaves, still reads this.
        let acceptsGzip = context.peer != nil && Gzip.isAccepted(by: request)
        guard let page = try await page(messages, context, acceptsGzip: acceptsGzip) else { throw StoreError.busy }
        // A peer's request is noted each time, an answer after a wait is of a later read, and `t` is random.
        if let query, messages.view != .log, messages.waitSeconds == 0, !parameters.contains(.t) {
            cache.keep(page.body, to: query, at: changeCount)
        }
        var response = Response.xml(page.body, headers: page.headers)
        // The responder sees only the query string; this closes for a `t` in the form.
        if parameters.contains(.t) { response.headers[.connection] = "close" }
        return response
    }

    /// Returns the page when the request has waited for it; nil if the other side has left, or the task was cancelled, before a
    /// large page was written.
    private func page(
        _ messages: MessagesRequest, _ context: ConnectionContext, acceptsGzip: Bool
    ) async throws -> EncodedPage? {
        func write(_ slice: LogSlice) throws -> EncodedPage {
            try EncodedPage(node.page(of: slice, messages.view), for: context.remote, acceptsGzip: acceptsGzip)
        }
        if let slice = try await smallSlice(messages, context) { return try write(slice) }
        return try await largePages.turn(of: context.remote.network, onDeparture: context.onDeparture) {
            try write(try store.read(messages.query))
        }
    }

    /// Returns the slice when the request has waited for it; nil if it is large: then it is read again at its turn, because
    /// thousands of slices that wait would use up the memory.
    private func smallSlice(_ messages: MessagesRequest, _ context: ConnectionContext) async throws -> LogSlice? {
        let first = try firstSlice(messages, isProven: context.peer != nil)
        let slice = try await shares.wait(
            .seconds(messages.waitSeconds), for: context.remote, isPeer: context.peer != nil
        ) { wait in
            try await longPoll.slice(messages.query, after: first, within: wait, onDeparture: context.onWaitEnd)
        }
        return LargePages.isLarge(slice) ? nil : slice
    }

    /// Returns the query string of a request that has no body; nil for a request with one, and for a POST.
    private static func cacheableQuery(of request: Request) -> String? {
        guard request.method != .post, request.headers[.contentLength] == nil,
            request.headers[.transferEncoding] == nil
        else { return nil }
        return request.uri.query ?? ""
    }

    /// Reads what the log has before the request waits, and notes a peer's request.
    ///
    /// A settled position counts only if its mark is the log's: the peer then has everything up to it but what it says that it
    /// lacks. A peer whose position is refused is reported too, without a position.
    private func firstSlice(_ messages: MessagesRequest, isProven: Bool) throws -> LogSlice {
        let slice = Result { try store.read(messages.query) }
        if let pull = messages.pull {
            let settled = pull.claim.settled
            let isConfirmed = try settled.id > .zero && store.contains(settled)
            peers.noteRequest(pull, confirmed: isConfirmed ? settled.id : nil, isProven: isProven)
        }
        return try slice.get()
    }
}
