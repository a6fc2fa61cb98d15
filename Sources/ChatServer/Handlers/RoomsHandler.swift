internal import ChatExchange
internal import ChatStore
internal import ChatXML
internal import Hummingbird
internal import NIOCore

/// The handler of `rooms.xml`: lists the rooms.
struct RoomsHandler {
    let node: NodeIdentity
    let store: ChatStore
    private let cache = AnswerCache()

    /// - Throws: ``Failure`` and `StoreError`.
    @Sendable @concurrent func handle(_ request: Request, _ context: ConnectionContext) async throws -> Response {
        // Reads the body anyway, so that an invalid one fails as at the other routes.
        _ = try await Parameters(of: request)
        let changeCount = store.changeCount
        // The list has no parameters.
        if let answer = cache.answer(to: "", at: changeCount) { return .xml(answer) }
        let rooms = try store.rooms(limit: RequestLimits.rooms).map { ($0.room, $0.last, $0.topic, $0.alias) }
        let answer = ByteBuffer(bytes: RoomsAnswer.xml(of: rooms, node: node.key, instance: node.instance))
        cache.keep(answer, to: "", at: changeCount)
        return .xml(answer)
    }
}
