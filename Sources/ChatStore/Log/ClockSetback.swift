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

    /// Whether the wall clock is back at its reading before the setback, to within five minutes. Then the setback itself
    /// was wrong.
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
