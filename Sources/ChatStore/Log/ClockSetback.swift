internal import ChatModel
internal import LMDB

/// A clock setback: the wall clock reads an earlier time than the latest arrival. It limits the arrivals of records before
/// it. By offset; integers are big-endian and 8 bytes. The table key is the id of the first record after the setback, in 4
/// bytes:
///
/// | bytes | what |
/// |---|---|
/// | 0 ..< 8 | the wall clock's reading after the setback, milliseconds since 1970 |
/// | 8 ..< 16 | the latest arrival before the setback |
/// | 16 ..< 24 | the largest display stamp before the setback |
/// | 24 ..< 32 | the lowest id whose arrival the setback has to limit, as far as it is known |
/// | 32 ..< 40 | the lowest id whose arrival it limits now |
/// | 40 ..< 48 | the id after the highest one whose arrival it limits now |
/// | 48 | phase (1 byte): see ``Phase`` |
/// | 49 … | the last key of the display order that was searched, empty at first |
///
/// ``SetbackSteps`` changes the phase and the limited ids.
struct ClockSetback: TableValue {
    /// At most this many setbacks are in force. With a further one, the oldest ends.
    static let maximumCount = 8
    /// The store has at most this many setbacks, also those that are ending. While it has this many, it notes no
    /// further one.
    static let maximumRecords = 2 * maximumCount

    enum Phase: UInt8 {
        /// Finds the records just before the setback whose arrivals it has to limit.
        case walking = 1
        /// Finds all other messages whose display stamps change.
        case searching = 2
        /// Moves the found messages, or has moved them.
        case moving = 3
        /// Moves all its messages back. Then the setback is removed.
        case ending = 4
    }

    let time: UnixTime
    private(set) var before: UnixTime
    private(set) var shownBefore: Stamp
    /// The lowest id that the setback has to limit.
    var floor: UInt64
    /// The ids whose arrivals the setback limits now. All others have the arrivals that they would have without it.
    var limited: Range<UInt64>
    var phase: Phase
    /// The last key of the display order that was searched; nil at first.
    var searched: DisplayOrderKey?

    /// Creates a setback that limits no record yet.
    init(time: UnixTime, before: UnixTime, shownBefore: Stamp, firstID: UInt64) {
        self.time = time
        self.before = before
        self.shownBefore = shownBefore
        floor = firstID
        limited = firstID..<firstID
        phase = .walking
    }

    func encoded() -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: time.milliseconds)
        bytes.append(bigEndian: before.milliseconds)
        bytes.append(bigEndian: shownBefore.rawValue)
        bytes.append(bigEndian: floor)
        bytes.append(bigEndian: limited.lowerBound)
        bytes.append(bigEndian: limited.upperBound)
        bytes.append(phase.rawValue)
        return bytes + (searched?.encoded() ?? [])
    }

    init(decoding bytes: RawSpan) throws {
        time = UnixTime(milliseconds: try bytes.bigEndian(at: 0))
        before = UnixTime(milliseconds: try bytes.bigEndian(at: 8))
        shownBefore = Stamp(rawValue: try bytes.bigEndian(at: 16))
        floor = try bytes.bigEndian(at: 24)
        let (low, high): (UInt64, UInt64) = (try bytes.bigEndian(at: 32), try bytes.bigEndian(at: 40))
        guard low <= high, let phase = Phase(rawValue: try bytes.bigEndian(at: 48)) else { throw MalformedRecord() }
        limited = low..<high
        self.phase = phase
        searched =
            bytes.byteCount == 49
            ? nil : try DisplayOrderKey(decoding: bytes.extracting(49..<bytes.byteCount))
    }

    /// Whether a wall clock that reads `now` was set back since a message arrived at `latest`. Five minutes are no setback:
    /// networks correct clocks all the time.
    static func isSetback(now: UnixTime, latest: UnixTime) -> Bool { now + Stamp.tolerance < latest }

    /// Lets the setback also limit the messages of another one, which is about to end.
    ///
    /// - Parameters:
    ///   - floor: the lowest id of these messages.
    ///   - before, shownBefore: their latest arrival and largest display stamp without this setback.
    mutating func takeOver(from floor: UInt64, before: UnixTime, shownBefore: Stamp) {
        self.floor = min(self.floor, floor)
        self.before = max(self.before, before)
        self.shownBefore = max(self.shownBefore, shownBefore)
        // These messages will have other places, perhaps among those that were searched.
        searched = nil
    }

    /// Whether the setback limits arrivals, or will.
    var isInForce: Bool { phase != .ending }

    /// Whether the wall clock has again reached the latest arrival before the setback. Then the setback itself was
    /// wrong.
    func isOver(at now: UnixTime) -> Bool { now >= before }

    /// Whether a store can have this setback before the record with an id.
    func isPossible(before id: UInt64) -> Bool {
        Self.isSetback(now: time, latest: before) && floor <= limited.lowerBound && limited.upperBound <= id
    }

    /// Returns the latest arrival of the record whose id is `count` below the first record after the setback.
    func latestArrival(idsBefore count: UInt64) -> UnixTime {
        UnixTime(milliseconds: time.milliseconds > count ? time.milliseconds - count : 0)
    }

    /// Returns the latest display stamp of the record whose id is `count` below the first record after the setback.
    func latestDisplayStamp(idsBefore count: UInt64) -> Stamp {
        Stamp(latestArrival(idsBefore: count) + Stamp.tolerance)
    }
}
