package import ChatModel

/// The time and the random number with which a puller handles one event.
package struct Moment {
    /// A reading of a monotonic clock.
    package let now: Duration
    /// A reading of the wall clock.
    package let wall: UnixTime
    /// At least 0, less than 1.
    package let random: Double

    package init(now: Duration, wall: UnixTime, random: Double) {
        (self.now, self.wall, self.random) = (now, wall, random)
    }
}
