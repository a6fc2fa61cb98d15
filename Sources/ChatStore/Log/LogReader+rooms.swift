internal import ChatModel
internal import LMDB

extension LogReader {
    /// Rooms that are looked at for the newest of them, at most.
    static let maximumRooms = 10_000

    /// The rooms in which something was written last, newest first, `limit` at most; the main room is always among them.
    ///
    /// - Complexity: O(rooms · log n): from each room one step leads to the one before, whatever it holds. Of more than
    ///   ``maximumRooms`` some are left out.
    func rooms(limit: Int, in transaction: borrowing ReadTransaction) throws -> [RoomSummary] {
        var named: [RoomSummary] = []
        var last = try tables.rooms.last(in: transaction)?.key
        for _ in 0..<Self.maximumRooms {
            guard let key = last, !key.room.isEmpty else { break }
            // A name that cannot be is damage, which a check finds.
            if let room = try? Room(utf8: key.room) { named.append(RoomSummary(room: room, last: LogID(key: key.id))) }
            last = try tables.rooms.last(.before(key.firstOfRoom), in: transaction)?.key
        }
        named.sort { $0.last > $1.last }
        let main = RoomSummary(room: .main, last: try lastInMainRoom(in: transaction))
        return (named.prefix(max(limit, 1) - 1) + [main]).sorted { $0.last > $1.last }
    }

    private func lastInMainRoom(in transaction: borrowing ReadTransaction) throws -> LogID {
        let range = KeyRange.from(RoomKey(.main, 0), through: RoomKey(.main, .max))
        return try tables.rooms.last(range, in: transaction).map { LogID(key: $0.key.id) } ?? .zero
    }
}
