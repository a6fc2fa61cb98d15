internal import ChatExchange
internal import ChatModel
internal import ChatStore
internal import ChatXML
internal import Hummingbird

/// The handler of `messages.php`: answers with a page of the log.
struct MessagesHandler {
    let node: NodeIdentity
    let store: ChatStore
    let longPoll: LongPoll
    /// Notified of each request in which a peer names itself.
    let group: any GroupSource

    /// - Throws: ``Failure``, `Refusal` and `StoreError`.
    @Sendable @concurrent func handle(_ request: Request, _ context: ClientContext) async throws -> Response {
        let parameters = try await Parameters(of: request)
        let messages = try MessagesRequest(parameters)
        let first = try firstSlice(messages)
        let slice = try await longPoll.slice(
            messages.query, after: first, within: .seconds(messages.waitSeconds), onDeparture: context.onDeparture)
        var response = Response.xml(node.page(of: slice, messages.view))
        // CloseMiddleware sees only the query string; this closes for a `t` in the form.
        if parameters.contains(.t) { response.headers[.connection] = "close" }
        return response
    }

    /// Reads what the log has before the request waits, and notifies the group of a peer's request.
    ///
    /// The store accepts a position only if its mark is the log's: the peer has then read everything up to it. A peer whose
    /// position is refused is reported too, without a position.
    private func firstSlice(_ messages: MessagesRequest) throws -> LogSlice {
        let slice = Result { try store.read(messages.query) }
        if let pull = messages.pull {
            group.noteRequest(pull, confirmed: (try? slice.get()) == nil ? nil : pull.from.provenPosition?.id)
        }
        return try slice.get()
    }
}
