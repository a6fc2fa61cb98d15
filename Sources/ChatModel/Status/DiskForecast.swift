/// Tells when a disk will be full if it goes on filling as it did in the last day: a pure value.
public struct DiskForecast: Sendable {
    /// By ascending times, which are readings of a monotonic clock.
    private var samples: [(time: Duration, freeBytes: Int)] = []

    private static let window = Duration.seconds(24 * 60 * 60)
    /// Less time tells too little: somebody may just be copying a file.
    private static let leastTime = Duration.seconds(6 * 60 * 60)
    private static let longestForecast = Duration.seconds(7 * 24 * 60 * 60)

    public init() {}

    /// Takes a sample of the free space. One in an hour is enough.
    ///
    /// - Returns: after what time no space is free any more; nil if that is more than a week, or not known yet.
    public mutating func timeLeft(freeBytes: Int, at now: Duration) -> Duration? {
        samples.removeAll { now - $0.time > Self.window }
        samples.append((now, freeBytes))
        let first = samples[0]
        guard now - first.time >= Self.leastTime, first.freeBytes > freeBytes else { return nil }
        let seconds = (now - first.time) / .seconds(1) * Double(max(freeBytes, 0)) / Double(first.freeBytes - freeBytes)
        return seconds <= Self.longestForecast / .seconds(1) ? .seconds(seconds) : nil
    }
}
