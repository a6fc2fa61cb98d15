internal import ChatModel
internal import LMDB

/// Computes arrivals from commit times and the clock setbacks of the store.
///
/// While the wall clock is ahead, records get commit times in the future. A clock that was one hour ahead and is
/// corrected would leave these records after all new ones in display order for one hour. So the arrival of such a record
/// is just before the setback, one millisecond earlier for each id. The records themselves do not change: if the setback
/// turns out to be wrong, arrivals are the commit times again.
struct Arrivals {
    private let setbacks: [(id: UInt64, setback: ClockSetback)]

    /// Every arrival is the commit time.
    static let asCommitted = Arrivals(setbacks: [])

    private init(setbacks: [(id: UInt64, setback: ClockSetback)]) {
        self.setbacks = setbacks
    }

    init(_ tables: Tables, in transaction: borrowing some Transaction & ~Copyable) throws {
        var setbacks: [(id: UInt64, setback: ClockSetback)] = []
        try tables.clockSetbacks.scan(in: transaction) { id, setback in
            setbacks.append((id, setback))
            return .next
        }
        self.setbacks = setbacks
    }

    func arrival(of id: LogID, commitTime: UnixTime) -> UnixTime {
        setbacks.filter { id.rawValue < $0.id }.reduce(commitTime) { arrival, entry in
            min(arrival, entry.setback.latestArrival(idsBefore: entry.id - id.rawValue))
        }
    }
}

extension Arrivals {
    /// Compares the clock with the last commit. Adds a clock setback, or removes one that is over. Then moves the messages
    /// whose arrivals change to their new places in the display order.
    ///
    /// Call this only before a record is written: the next call compares its clock with that record's commit time.
    ///
    /// - Parameters:
    ///   - last: the commit time of the last record.
    ///   - nextID: the id of the next record.
    /// - Returns: whether display stamps may have changed.
    static func settle(
        _ tables: Tables, now: UnixTime, last: UnixTime, nextID: UInt64, in transaction: inout WriteTransaction
    ) throws -> Bool {
        var moved: [ClosedRange<Stamp>] = []
        while let latest = try tables.clockSetbacks.last(in: transaction), latest.value.isOver(at: now) {
            moved.append(try drop(latest, tables, in: &transaction))
        }
        let setback = ClockSetback(time: now, before: last)
        if !setback.isOver(at: now) {
            // Replaces an earlier setback at the same id. That one had a later time and moved messages less far.
            try tables.clockSetbacks.put(nextID, setback, in: &transaction)
            moved.append(setback.latestDisplayStamp(idsBefore: nextID)...Stamp.latest)
        }
        while try tables.clockSetbacks.count(in: transaction) > ClockSetback.maximumCount,
            let oldest = try tables.clockSetbacks.first(in: transaction)
        {
            moved.append(try drop(oldest, tables, in: &transaction))
        }
        for stamps in moved { try tables.displayOrderIndex.update(stamps, from: tables, in: &transaction) }
        return !moved.isEmpty
    }

    /// - Returns: the range of display stamps to which the setback had moved messages.
    private static func drop(
        _ entry: (key: UInt64, value: ClockSetback), _ tables: Tables, in transaction: inout WriteTransaction
    ) throws -> ClosedRange<Stamp> {
        try tables.clockSetbacks.delete(entry.key, in: &transaction)
        return entry.value.latestDisplayStamp(idsBefore: entry.key)...entry.value.latestDisplayStamp(idsBefore: 1)
    }
}
