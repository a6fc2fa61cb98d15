/// The rules by which a node stamps its own messages: pure functions of its wall clock and the stamps in its store.
public enum HybridClock {
    /// Returns the wall clock's time, or the largest stamp's if the wall clock was never set.
    ///
    /// - Parameters:
    ///   - buildDate: a time before the program was built. A wall clock with an earlier time was never set.
    ///   - largest: the largest stamp of all messages in the store; zero for an empty store.
    public static func now(wallClock: UnixTime, buildDate: UnixTime, largest: Stamp) -> UnixTime {
        wallClock < buildDate ? max(buildDate, largest.time) : wallClock
    }

    /// Returns the latest stamp that a new message has to follow: five minutes after `now`, to the end of the
    /// millisecond.
    ///
    /// A stamp beyond it comes from a wrong clock and is ignored. Otherwise one such message would move the stamps of
    /// all later messages into the future.
    public static func horizon(now: UnixTime) -> Stamp {
        Stamp(rawValue: Stamp(now + Stamp.tolerance).rawValue | 0xffff)
    }

    /// Returns the stamp of a new message: that of `now`, or the successor of `newest` if `newest` is ahead.
    ///
    /// - Parameter newest: the largest stamp in the store. If that is after ``horizon(now:)``: the largest display
    ///   stamp up to the horizon. Nil for an empty store.
    public static func stamp(now: UnixTime, newest: Stamp?) -> Stamp {
        max(Stamp(now), newest?.successor ?? .zero)
    }
}
