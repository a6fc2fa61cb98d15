/// The rules by which a node stamps what it writes: pure, over what its store knows and its wall clock says.
public enum HybridClock {
    /// Returns the wall clock's time, or the largest stamp's if the wall clock was never set.
    ///
    /// - Parameters:
    ///   - buildDate: a moment at which the program was not yet built. A wall clock with an earlier time was never set.
    ///   - largest: the largest stamp of all messages in the store; zero for an empty store.
    public static func now(wallClock: UnixTime, buildDate: UnixTime, largest: Stamp) -> UnixTime {
        wallClock < buildDate ? max(buildDate, largest.time) : wallClock
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
