public import ChatModel
internal import LMDB

/// Reading the log, and numbers about it.
extension ChatStore {
    /// The number of writes so far. A write is counted before it returns to its caller. A read that begins after this number
    /// was read sees at least the writes that the number counts.
    public var changeCount: UInt64 { database.changeCount }

    /// Reads a part of the log.
    ///
    /// - Throws: ``StoreError``: `cursor-unknown` if the range has a mark of another log, or a message that the room does
    ///   not have; `busy`, `store-unavailable`, `store-damaged`.
    /// - Complexity: O(log n + limit)
    public func read(_ query: LogQuery) throws(StoreError) -> LogSlice {
        let slice = try database.read { transaction, tables in
            try LogReader(tables: tables, node: key.publicKey).slice(query, in: transaction)
        }
        metDamage.met(slice.damaged)
        return slice
    }

    /// Whether the log has this mark at this id.
    public func contains(_ position: LogPosition) throws(StoreError) -> Bool {
        try database.read { transaction, tables in try LogReader(tables: tables).contains(position, in: transaction) }
    }

    /// Returns rooms by their last messages, newest first, at most `limit`. The main room is always included. If there are
    /// more rooms, half of the list is first for the oldest rooms in use: those of the first 1,000 rooms that have a message
    /// which arrived at most 30 days before the newest. So somebody who creates rooms without end does not push them out of
    /// the list.
    ///
    /// A room of hidden messages alone is left out, if it has at most ``hiddenInRoom`` of them, and all rooms together at most ten times as
    /// many. Of a topic and an alias, the newest one that is neither hidden nor damaged here counts.
    ///
    /// - Complexity: O(limit · log n), and the hidden messages; if there are more rooms, O((1000 + limit) · log n).
    public func rooms(limit: Int) throws(StoreError) -> [RoomSummary] {
        try database.read { transaction, tables in
            let latest = UnixTime(milliseconds: try tables.meta.get(.latestArrival, in: transaction) ?? 0)
            let hidden = MessagesOfOrigins(of: try tables.hidden(in: transaction).keys)
            var steps = 10 * Self.hiddenInRoom
            var rooms = try tables.newestRoomIndex.rooms(limit: limit, in: transaction) { id in
                let arrival = try tables.log.get(UInt32(clamping: id), in: transaction).flatMap(Record.arrival(of:))
                return arrival.map { latest - $0 <= Self.roomInUseMilliseconds } ?? false
            } isListed: { room, last in
                guard !hidden.isEmpty, room != RoomPrefix(.main) else { return true }
                var (next, count): (UInt64?, Int) = (last, 0)
                while let id = next, count < Self.hiddenInRoom, steps > 0,
                    let record = try tables.record(id, in: transaction), hidden.contains(record)
                {
                    (count, steps) = (count + 1, steps - 1)
                    next = try tables.roomIndex.last(in: room, before: id, in: transaction)
                }
                return next != nil
            }
            for index in rooms.indices {
                for detail in RoomDetail.allCases {
                    let value = try tables.roomDetailIndex.value(
                        of: detail, in: RoomPrefix(rooms[index].room), transaction
                    ) { id in
                        try tables.message(id, unless: hidden, atMost: &steps, in: transaction)
                    }
                    switch detail {
                    case .topic: rooms[index].topic = value
                    case .alias: rooms[index].alias = value
                    }
                }
            }
            return rooms
        }
    }

    private static let hiddenInRoom = 1000
    private static let roomInUseMilliseconds: UInt64 = 30 * 24 * 60 * 60 * 1000

    /// Returns the largest display stamp of all messages; zero for an empty store.
    public func largestDisplayStamp() throws(StoreError) -> Stamp {
        try database.read { transaction, tables in
            Stamp(rawValue: try tables.meta.get(.largestShown, in: transaction) ?? 0)
        }
    }

    /// Returns the number of messages in the log.
    public func messageCount() throws(StoreError) -> Int {
        try database.read { transaction, tables in try tables.digestIndex.count(in: transaction) }
    }

    /// Returns the number of log entries after an id, but at most `limit`.
    ///
    /// - Complexity: O(log n + limit)
    public func entryCount(after id: LogID, upTo limit: Int) throws(StoreError) -> Int {
        try database.read { transaction, tables in
            try tables.log.count(.after(id.key), upTo: limit, in: transaction)
        }
    }

    /// Returns the size of the store and its limit.
    public func figures() throws(StoreError) -> StoreStatus {
        let failure = writer.lastFailure
        var status = try database.inspect { environment, transaction, tables in
            let info = try environment.info
            return StoreStatus(
                messages: try tables.digestIndex.count(in: transaction),
                high: try LogReader(tables: tables).end(in: transaction).id,
                bytes: info.usedBytes, limitBytes: info.mapSize,
                damaged: Int(clamping: try tables.meta.get(.damaged, in: transaction) ?? 0),
                healed: Int(clamping: try tables.meta.get(.healed, in: transaction) ?? 0), failure: failure)
        }
        status.expectedFull = expectedFull
        return status
    }
}
