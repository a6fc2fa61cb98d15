internal import ChatStore
internal import ChatXML
internal import Hummingbird

/// `rooms.xml`: gives the rooms.
extension Reading {
    /// - Throws: ``Failure`` and `StoreError`.
    @Sendable @concurrent func rooms(_ request: Request, _ context: ClientContext) async throws -> Response {
        // No parameter means anything here; what comes with the request is read nevertheless.
        _ = try await Parameters(of: request)
        let rooms = try longPoll.store.rooms(limit: RequestLimits.rooms)
        return .xml(node.page(of: rooms))
    }
}

extension NodeIdentity {
    fileprivate func page(of rooms: [RoomSummary]) -> [UInt8] {
        var page = RoomsPage(node: key, instance: instance)
        for room in rooms { page.append(room.room, last: room.last) }
        return page.end()
    }
}
