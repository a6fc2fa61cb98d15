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
    /// A room in which there are only hidden texts is left out, and the last message of another one is the last that is not hidden;
    /// ``hiddenInRooms`` hidden texts are passed for this.
    ///
    /// - Complexity: O(log n + limit); if there are more rooms, O(1000 · log n + limit).
    public func rooms(limit: Int) throws(StoreError) -> [RoomSummary] {
        try database.read { transaction, tables in
            let latest = UnixTime(milliseconds: try tables.meta.get(.latestArrival, in: transaction) ?? 0)
            let rooms = try tables.newestRoomIndex.rooms(limit: limit, in: transaction) { id in
                let arrival = try tables.log.get(UInt32(clamping: id), in: transaction).flatMap(Record.arrival(of:))
                return arrival.map { latest - $0 <= Self.roomInUseMilliseconds } ?? false
            }
            let hidden = HiddenTexts(of: try tables.hidden(in: transaction).keys)
            guard !hidden.isEmpty else { return rooms }
            var steps = Self.hiddenInRooms
            return try rooms.compactMap { room in
                var last = room.last
                while steps > 0, let bytes = try tables.log.get(last.key, in: transaction),
                    let record = try? tables.recordFormat.record(bytes, at: last), hidden.contains(record)
                {
                    steps -= 1
                    let earlier = try tables.roomIndex.last(
                        in: RoomPrefix(room.room), before: last.rawValue, in: transaction)
                    guard earlier != nil || room.room == .main else { return nil }
                    last = earlier.map(LogID.init(key:)) ?? .zero
                }
                return RoomSummary(room: room.room, last: last)
            }.sorted { $0.last > $1.last }
        }
    }

    private static let hiddenInRooms = 10_000

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
