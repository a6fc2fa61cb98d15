import ChatModel

/// Converts readings of the monotonic clock to times of the wall clock.
///
/// A reading always converts to the same time, until somebody sets the wall clock.
struct WallAnchor {
    /// The wall clock at the zero of the monotonic clock, in milliseconds since 1970.
    private var zero: Int64?

    /// The difference between two readings of both clocks that does not count as setting one, in milliseconds.
    private static let jitter: Int64 = 1000

    /// - Parameters:
    ///   - now: the monotonic clock's reading.
    ///   - wall: the wall clock's reading at the same moment.
    mutating func set(now: Duration, wall: UnixTime) {
        let fresh = Int64(clamping: wall.milliseconds) - Self.milliseconds(now)
        if let zero, abs(fresh - zero) <= Self.jitter { return }
        zero = fresh
    }

    func time(of reading: Duration) -> UnixTime {
        UnixTime(milliseconds: UInt64(max(0, (zero ?? 0) + Self.milliseconds(reading))))
    }

    private static func milliseconds(_ duration: Duration) -> Int64 {
        Int64(duration / .milliseconds(1))
    }
}
