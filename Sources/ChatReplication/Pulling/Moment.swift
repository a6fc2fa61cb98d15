/// The time and the random number with which a puller handles one event.
struct Moment {
    /// A reading of a monotonic clock.
    let now: Duration
    /// At least 0, less than 1.
    let random: Double
}
