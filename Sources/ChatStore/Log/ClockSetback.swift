internal import ChatModel
internal import LMDB

/// That the wall clock was found to say less than when the last record was written, by offset; integers are big-endian and
/// 8 bytes; the key is the id of the first record written since:
///
/// | bytes | what |
/// |---|---|
/// | 0 ..< 8 | what the clock said then, milliseconds since 1970 |
/// | 8 ..< 16 | the arrival of the last record before |
struct ClockSetback: TableValue {
    /// More are not kept; the oldest goes.
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

    /// Whether the clock has come back to where it was: then it was wrong only in between.
    func isOver(at now: UnixTime) -> Bool { now + Stamp.tolerance >= before }
}

/// When records arrived, as far as the clock can be believed.
///
/// A clock that ran ahead and was set right leaves records behind that arrived in the future: they would stand behind all
/// that is written from then on, for as long as the clock was ahead. They count as arrived just before it was set back, a
/// millisecond apart. The records stay as they are; if the clock comes back to where it was, they count as written again.
struct Arrivals {
    private let setbacks: [(id: UInt64, setback: ClockSetback)]

    init(_ tables: Tables, in transaction: borrowing some Transaction & ~Copyable) throws {
        var setbacks: [(id: UInt64, setback: ClockSetback)] = []
        try tables.clockSetbacks.scan(in: transaction) { id, setback in
            setbacks.append((id, setback))
            return .next
        }
        self.setbacks = setbacks
    }

    func arrival(of id: LogID, written arrival: UnixTime) -> UnixTime {
        setbacks.filter { id.rawValue < $0.id }.reduce(arrival) { arrival, entry in
            let time = entry.setback.time.milliseconds
            let before = entry.id - id.rawValue
            return min(arrival, UnixTime(milliseconds: time > before ? time - before : 0))
        }
    }

    /// The last place at which a record from before the clock was set back may stand.
    var newestPlace: Stamp? {
        setbacks.last.map { Stamp(UnixTime(milliseconds: max($0.setback.time.milliseconds, 1) - 1) + Stamp.tolerance) }
    }

    /// Notes whether the clock was set back, or has come back, since the last record was written.
    ///
    /// - Parameters:
    ///   - last: when the last record was written, by the clock of then.
    ///   - nextID: of the next record.
    static func settle(
        _ tables: Tables, now: UnixTime, last: UnixTime, nextID: UInt64, in transaction: inout WriteTransaction
    ) throws {
        while let latest = try tables.clockSetbacks.last(in: transaction), latest.value.isOver(at: now) {
            try tables.clockSetbacks.delete(latest.key, in: &transaction)
        }
        let setback = ClockSetback(time: now, before: last)
        guard !setback.isOver(at: now) else { return }
        try tables.clockSetbacks.put(nextID, setback, in: &transaction)
        while try tables.clockSetbacks.count(in: transaction) > ClockSetback.maximumCount,
            let oldest = try tables.clockSetbacks.first(in: transaction)
        {
            try tables.clockSetbacks.delete(oldest.key, in: &transaction)
        }
    }
}
