/// The rules by which a node stamps what it writes: pure, over what its store knows and its wall clock says.
public enum HybridClock {
    /// A wall clock that says less was never set: the program did not exist then. Moved on at each release.
    public static let programDate = UnixTime(milliseconds: 1_793_491_200_000)  // 2026-11-01 00:00:00 UTC

    /// The moment to go by: what the wall clock says, or, where that was never set, the largest stamp's.
    ///
    /// - Parameter largest: of all messages in the store; zero where there is none.
    public static func now(wallClock: UnixTime, largest: Stamp) -> UnixTime {
        wallClock < programDate ? max(programDate, largest.time) : wallClock
    }

    /// The newest known stamp that a new one has to follow may lie up to here: one from further in the future (a
    /// clock that was wrong) must not drag every later message along. Counted to the end of its millisecond.
    public static func horizon(now: UnixTime) -> Stamp {
        Stamp(rawValue: Stamp(now + Stamp.tolerance).rawValue | 0xffff)
    }

    /// The stamp of a new message: the wall clock's, or the next after `newest` where that is ahead.
    ///
    /// - Parameter newest: the largest stamp in the store or, where that lies behind ``horizon(now:)``, the newest place
    ///   before it at which the store shows a message.
    public static func stamp(now: UnixTime, newest: Stamp?) -> Stamp {
        max(Stamp(now), newest?.successor ?? .zero)
    }
}
