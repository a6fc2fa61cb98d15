internal import ChatModel
internal import LMDB

extension LogReader {
    /// The rooms in which something was written last, newest first, `limit` at most; the main room is always among them.
    ///
    /// - Complexity: O(log n + limit)
    func rooms(limit: Int, in transaction: borrowing ReadTransaction) throws -> [RoomSummary] {
        let limit = max(limit, 1)
        var rooms: [RoomSummary] = []
        try tables.newestRooms.scan(in: transaction, reversed: true, limit: limit) { id, name in
            // A name that cannot be is damage, which a check finds.
            if let room = try? Room(utf8: name) { rooms.append(RoomSummary(room: room, last: LogID(key: id))) }
            return .next
        }
        if rooms.contains(where: { $0.room == .main }) { return rooms }
        return rooms.prefix(limit - 1) + [RoomSummary(room: .main, last: try lastInMainRoom(in: transaction))]
    }

    private func lastInMainRoom(in transaction: borrowing ReadTransaction) throws -> LogID {
        try tables.rooms.last(RoomKey.range(of: .main), in: transaction).map { LogID(key: $0.key.id) } ?? .zero
    }
}
