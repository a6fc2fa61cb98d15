/// The rules by which a node stamps its own messages: pure functions of its wall clock and the messages in its store.
public enum HybridClock {
    /// The time of an unset clock is at most ten years after the build date.
    private static let unsetMilliseconds: UInt64 = 3653 * 24 * 60 * 60 * 1000

    /// Returns the wall clock's time, at most that of the latest stamp: a record cannot hold a later one. If the wall clock
    /// is unset, returns the time that counts then: see ``unset(after:buildDate:)``.
    ///
    /// - Parameters:
    ///   - buildDate: a time before the program was built. A wall clock with an earlier time is unset.
    ///   - latestArrival: the latest arrival of all messages in the store; 1970 for an empty store.
    public static func now(wallClock: UnixTime, buildDate: UnixTime, latestArrival: UnixTime) -> UnixTime {
        wallClock < buildDate
            ? unset(after: latestArrival, buildDate: buildDate) : min(wallClock, Stamp.latest.time)
    }

    /// Returns the time that counts while the wall clock is unset: one millisecond after the latest arrival, but not
    /// before the build date and not more than ten years after it.
    ///
    /// Arrivals under an unset clock ascend by one millisecond for each message. So this time stays near the arrival of
    /// the newest message that was stored under a set clock. A stamp never changes this time, because any peer can
    /// write a stamp from the year 10889.
    public static func unset(after latestArrival: UnixTime, buildDate: UnixTime) -> UnixTime {
        max(buildDate, min(latestArrival + 1, buildDate + unsetMilliseconds))
    }

    /// Returns the latest stamp that a new message has to follow: five minutes after `now`, to the end of the
    /// millisecond.
    ///
    /// A stamp beyond it comes from a wrong clock and is ignored. Otherwise one such message would move the stamps of
    /// all later messages into the future.
    public static func horizon(now: UnixTime) -> Stamp {
        Stamp(rawValue: Stamp(now + Stamp.tolerance).rawValue | 0xffff)
    }

    /// Returns the latest stamp that a new message has to follow while the wall clock is unset: ten years after the build
    /// date.
    ///
    /// Without a clock, a node cannot tell a message of last month from one of the future. The node's answer to either
    /// has to come after that message at the other nodes. A stamp that is too late does little harm: the other nodes
    /// display the message as if it were stamped five minutes after its arrival.
    public static func horizonOfUnsetClock(buildDate: UnixTime) -> Stamp {
        horizon(now: buildDate + unsetMilliseconds)
    }

    /// Returns the stamp of a new message: that of `now`, or the successor of `newest` if `newest` is ahead.
    ///
    /// - Parameter newest: the largest stamp in the store. If that is after the horizon: the largest display stamp up to
    ///   the horizon. Nil for an empty store.
    public static func stamp(now: UnixTime, newest: Stamp?) -> Stamp {
        max(Stamp(now), newest?.successor ?? .zero)
    }

    /// Returns the time that a new message states in the field `sent`: the wall clock's, if the stamp is over one second ahead
    /// of it because it follows the stamp of a faster clock; otherwise nil.
    ///
    /// - Parameter now: the time of a wall clock that is set.
    public static func sent(at now: UnixTime, stamp: Stamp) -> UnixTime? { stamp.time - now > 1000 ? now : nil }
}
