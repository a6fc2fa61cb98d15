internal import ChatModel
internal import ChatStore
internal import ChatXML
internal import Hummingbird
internal import Logging

/// `messages.php`: gives a page of the log.
struct Reading {
    let node: NodeIdentity
    let longPoll: LongPoll
    /// Told of each request that claims to be a peer's.
    let peerAsked: @Sendable (PullRequest) -> Void

    /// - Throws: ``Failure``, `Refusal` and `StoreError`.
    @Sendable @concurrent func messages(_ request: Request, _ context: ClientContext) async throws -> Response {
        let parameters = try await Parameters(of: request)
        let asked = try MessagesRequest(parameters)
        if let pull = asked.pull { peerAsked(pull) }
        let slice = try await longPoll.slice(asked.query, within: .seconds(asked.waitSeconds), on: context.channel)
        report(slice.damaged, to: context)
        var response = Response.xml(node.page(of: slice, asked.view))
        // As CloseMiddleware, for a `t` in the form.
        if parameters.contains(.t) { response.headers[.connection] = "close" }
        return response
    }

    private func report(_ damaged: [LogID], to context: ClientContext) {
        for id in damaged {
            context.logger.error("A message in the store is damaged and was passed over.", metadata: ["id": "\(id)"])
        }
    }
}
