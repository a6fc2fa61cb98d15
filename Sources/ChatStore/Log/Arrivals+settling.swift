internal import ChatModel
internal import LMDB

extension Arrivals {
    /// Notes whether the clock was set back, or has come back, since the last record was written, and moves the messages
    /// whose arrivals count as others from now on to their places in the order of their rooms. Only before a record is
    /// written, or the next call would not know of this one's clock.
    ///
    /// - Parameters:
    ///   - last: when the last record was written, by the clock of then.
    ///   - nextID: of the next record.
    static func settle(
        _ tables: Tables, now: UnixTime, last: UnixTime, nextID: UInt64, in transaction: inout WriteTransaction
    ) throws {
        var moved: [ClosedRange<Stamp>] = []
        while let latest = try tables.clockSetbacks.last(in: transaction), latest.value.isOver(at: now) {
            moved.append(try drop(latest, tables, in: &transaction))
        }
        let setback = ClockSetback(time: now, before: last)
        if !setback.isOver(at: now) {
            // In place of a later one, which has moved nothing to before where this one moves it.
            try tables.clockSetbacks.put(nextID, setback, in: &transaction)
            moved.append(setback.latestPlace(idsBefore: nextID)...Stamp(rawValue: .max))
        }
        while try tables.clockSetbacks.count(in: transaction) > ClockSetback.maximumCount,
            let oldest = try tables.clockSetbacks.first(in: transaction)
        {
            moved.append(try drop(oldest, tables, in: &transaction))
        }
        for stamps in moved { try RoomOrder(tables: tables).update(stamps, in: &transaction) }
    }

    /// - Returns: the stamps between which the messages stand that the setback had moved.
    private static func drop(
        _ entry: (key: UInt64, value: ClockSetback), _ tables: Tables, in transaction: inout WriteTransaction
    ) throws -> ClosedRange<Stamp> {
        try tables.clockSetbacks.delete(entry.key, in: &transaction)
        return entry.value.latestPlace(idsBefore: entry.key)...entry.value.latestPlace(idsBefore: 1)
    }
}
