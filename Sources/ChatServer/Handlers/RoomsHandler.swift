internal import ChatExchange
internal import ChatStore
internal import ChatXML
internal import Hummingbird

/// The handler of `rooms.xml`: lists the rooms.
struct RoomsHandler {
    let node: NodeIdentity
    let store: ChatStore

    /// - Throws: ``Failure`` and `StoreError`.
    @Sendable @concurrent func handle(_ request: Request, _ context: ClientContext) async throws -> Response {
        // Reads the body anyway, so that an invalid one fails as at the other routes.
        _ = try await Parameters(of: request)
        var page = RoomsPage(node: node.key, instance: node.instance)
        for room in try store.rooms(limit: RequestLimits.rooms) { page.append(room.room, last: room.last) }
        return .xml(page.end())
    }
}
