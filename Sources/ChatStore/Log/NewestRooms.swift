internal import ChatModel
internal import LMDB

/// Keeps the rooms in the order of their last messages.
struct NewestRooms {
    let tables: Tables

    /// Notes that `id` will be the last message of a room, before the message is put among the others of the room.
    ///
    /// - Complexity: O(log n)
    func move(_ room: Room, to id: UInt64, in transaction: inout WriteTransaction) throws {
        if let last = try tables.rooms.last(RoomKey.range(of: room), in: transaction)?.key {
            try tables.newestRooms.delete(last.id, in: &transaction)
        }
        try tables.newestRooms.put(id, room.name?.utf8 ?? [], in: &transaction)
    }

    /// Puts every room in its place, for a store that has no such index yet.
    ///
    /// - Complexity: O(rooms · log n)
    func build(in transaction: inout WriteTransaction) throws {
        try tables.newestRooms.clear(in: &transaction)
        var next = try tables.rooms.last(in: transaction)?.key
        while let last = next {
            try tables.newestRooms.put(last.id, last.room, in: &transaction)
            next = try tables.rooms.last(.before(last.startOfRoom), in: transaction)?.key
        }
    }
}
