/// The rules by which a node stamps what it writes: pure, over what its store knows and its wall clock says.
public enum HybridClock {
    /// A wall clock that says less was never set: the program did not exist then. Moved on at each release.
    public static let programDate = UnixTime(milliseconds: 1_793_491_200_000)  // 2026-11-01 00:00:00 UTC

    /// The moment to go by: what the wall clock says, or, where that was never set, the newest moment in the store.
    ///
    /// - Parameter newest: the newest place at which the store shows a message (``Stamp/shown(arrival:)``).
    public static func now(wallClock: UnixTime, newest: Stamp?) -> UnixTime {
        guard wallClock < programDate else { return wallClock }
        return max(programDate, newest?.time ?? programDate)
    }

    /// The newest known stamp that a new one has to follow may lie up to here: one from further in the future (a
    /// clock that was wrong) must not drag every later message along. Counted to the end of its millisecond.
    public static func horizon(now: UnixTime) -> Stamp {
        Stamp(rawValue: Stamp(now + Stamp.tolerance).rawValue | 0xffff)
    }

    /// The stamp of a new message: the wall clock's, or the next after `newest` where that is ahead.
    ///
    /// - Parameter newest: the newest place at or before ``horizon(now:)`` at which the store shows a message.
    public static func stamp(now: UnixTime, newest: Stamp?) -> Stamp {
        max(Stamp(now), newest?.successor ?? .zero)
    }
}
