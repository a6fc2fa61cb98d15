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
    let group: any GroupSource

    /// - Throws: ``Failure``, `Refusal` and `StoreError`.
    @Sendable @concurrent func messages(_ request: Request, _ context: ClientContext) async throws -> Response {
        let parameters = try await Parameters(of: request)
        let asked = try MessagesRequest(parameters)
        let first = try firstSlice(asked)
        let slice = try await longPoll.slice(
            asked.query, after: first, within: .seconds(asked.waitSeconds), on: context.channel)
        report(slice.damaged, to: context)
        var response = Response.xml(node.page(of: slice, asked.view))
        // As CloseMiddleware, for a `t` in the form.
        if parameters.contains(.t) { response.headers[.connection] = "close" }
        return response
    }

    /// What there is before anything is waited for. By then it is known whether a peer's position is this log's; and also
    /// one whose is not is there and pulls.
    private func firstSlice(_ asked: MessagesRequest) throws -> LogSlice {
        let slice = Result { try longPoll.store.read(asked.query) }
        if let pull = asked.pull {
            group.asked(by: pull, readUpTo: (try? slice.get()) == nil ? nil : pull.from.provenPosition?.id)
        }
        return try slice.get()
    }

    private func report(_ damaged: [LogID], to context: ClientContext) {
        for id in damaged {
            context.logger.error("A message in the store is damaged and was passed over.", metadata: ["id": "\(id)"])
        }
    }
}
