internal import ChatModel
internal import LMDB

/// A clock setback: the wall clock reads an earlier time than at the last commit. By offset; integers are big-endian and
/// 8 bytes; the table key is the id of the first record after the setback:
///
/// | bytes | what |
/// |---|---|
/// | 0 ..< 8 | the wall clock's reading after the setback, milliseconds since 1970 |
/// | 8 ..< 16 | the commit time of the last record before the setback |
struct ClockSetback: TableValue {
    /// The store keeps at most this many setbacks and drops the oldest.
    static let maximumCount = 8

    let time: UnixTime
    let before: UnixTime

    init(time: UnixTime, before: UnixTime) {
        self.time = time
        self.before = before
    }

    func encoded() -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: time.milliseconds)
        bytes.append(bigEndian: before.milliseconds)
        return bytes
    }

    init(decoding bytes: RawSpan) throws {
        try bytes.requireCount(16)
        time = UnixTime(milliseconds: try bytes.bigEndian(at: 0))
        before = UnixTime(milliseconds: try bytes.bigEndian(at: 8))
    }

    /// Whether the wall clock reads again at least what it read before the setback: then the setback was the error.
    func isOver(at now: UnixTime) -> Bool { now + Stamp.tolerance >= before }

    /// Returns the latest arrival of the record whose id is `count` below the first record after the setback.
    func latestArrival(idsBefore count: UInt64) -> UnixTime {
        UnixTime(milliseconds: time.milliseconds > count ? time.milliseconds - count : 0)
    }

    /// Returns the latest display stamp of the record whose id is `count` below the first record after the setback.
    func latestDisplayStamp(idsBefore count: UInt64) -> Stamp {
        Stamp(latestArrival(idsBefore: count) + Stamp.tolerance)
    }
}

/// Computes arrivals from commit times and the clock setbacks of the store.
///
/// While the wall clock is ahead, records get commit times in the future. A clock that was one hour ahead and is
/// corrected would leave these records after all new ones in display order for one hour. So the arrival of such a record
/// is just before the setback, one millisecond earlier for each id. The records themselves do not change: if the setback
/// turns out to be the error, arrivals are the commit times again.
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

    /// The latest display stamp of all records before the last setback; nil without a setback.
    var newestDisplayStamp: Stamp? {
        setbacks.last.map { $0.setback.latestDisplayStamp(idsBefore: 1) }
    }
}

extension Arrivals {
    /// Notes a clock setback or the end of one, and moves the messages whose arrivals change in the display order.
    ///
    /// Call this only before a record is written: the next call compares its clock with that record's commit time.
    ///
    /// - Parameters:
    ///   - last: the commit time of the last record.
    ///   - nextID: the id of the next record.
    static func settle(
        _ tables: Tables, now: UnixTime, last: UnixTime, nextID: UInt64, in transaction: inout WriteTransaction
    ) throws {
        var moved: [ClosedRange<Stamp>] = []
        while let latest = try tables.clockSetbacks.last(in: transaction), latest.value.isOver(at: now) {
            moved.append(try drop(latest, tables, in: &transaction))
        }
        let setback = ClockSetback(time: now, before: last)
        if !setback.isOver(at: now) {
            // This may replace a setback at the same id with a later time, which moved messages less far.
            try tables.clockSetbacks.put(nextID, setback, in: &transaction)
            moved.append(setback.latestDisplayStamp(idsBefore: nextID)...Stamp(rawValue: .max))
        }
        while try tables.clockSetbacks.count(in: transaction) > ClockSetback.maximumCount,
            let oldest = try tables.clockSetbacks.first(in: transaction)
        {
            moved.append(try drop(oldest, tables, in: &transaction))
        }
        for stamps in moved { try tables.displayOrderIndex.update(stamps, from: tables, in: &transaction) }
    }

    /// - Returns: the range of display stamps to which the setback had moved messages.
    private static func drop(
        _ entry: (key: UInt64, value: ClockSetback), _ tables: Tables, in transaction: inout WriteTransaction
    ) throws -> ClosedRange<Stamp> {
        try tables.clockSetbacks.delete(entry.key, in: &transaction)
        return entry.value.latestDisplayStamp(idsBefore: entry.key)...entry.value.latestDisplayStamp(idsBefore: 1)
    }
}
