import ChatModel

/// Says what the wall clock said, or should have, at a reading of the monotonic clock.
///
/// The same reading gives the same time each time it is asked for, until the wall clock has been set.
struct WallAnchor {
    /// Milliseconds since 1970 at the monotonic clock's zero.
    private var zero: Int64?

    /// Milliseconds by which two looks at both clocks may differ without that one of them was set.
    private static let jitter: Int64 = 1000

    /// - Parameters:
    ///   - now: what the monotonic clock says now …
    ///   - wall: … and the wall clock.
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
