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

    /// The latest that a record counts as arrived which lies so many ids before the first one since.
    func latestArrival(idsBefore count: UInt64) -> UnixTime {
        UnixTime(milliseconds: time.milliseconds > count ? time.milliseconds - count : 0)
    }

    /// The latest place at which a record may stand that lies so many ids before the first one since.
    func latestPlace(idsBefore count: UInt64) -> Stamp {
        Stamp(latestArrival(idsBefore: count) + Stamp.tolerance)
    }
}

/// When records arrived, as far as the clock can be believed.
///
/// A clock that ran ahead and was set right leaves records behind that arrived in the future: they would stand behind all
/// that is written from then on, for as long as the clock was ahead. They count as arrived just before it was set back, a
/// millisecond apart. The records stay as they are; if the clock comes back to where it was, they count as written again.
struct Arrivals {
    private let setbacks: [(id: UInt64, setback: ClockSetback)]

    /// All of them count as they were written.
    static let asWritten = Arrivals(setbacks: [])

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

    func arrival(of id: LogID, written arrival: UnixTime) -> UnixTime {
        setbacks.filter { id.rawValue < $0.id }.reduce(arrival) { arrival, entry in
            min(arrival, entry.setback.latestArrival(idsBefore: entry.id - id.rawValue))
        }
    }

    /// The last place at which a record from before the clock was set back may stand.
    var newestPlace: Stamp? {
        setbacks.last.map { $0.setback.latestPlace(idsBefore: 1) }
    }
}
