#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The machine's own clocks.
public struct SystemTime: TimeSource {
    private let clock = ContinuousClock()
    private let start = ContinuousClock.now

    public init() {}

    /// The machine's wall clock, in milliseconds since 1970. A clock before 1970 reads as 1970.
    public var wall: UnixTime {
        UnixTime(milliseconds: UInt64(max(0, Date().timeIntervalSince1970 * 1000)))
    }

    /// The time since this value was made.
    public var monotonic: Duration { clock.now - start }

    public func sleep(for duration: Duration) async throws {
        try await clock.sleep(for: duration)
    }
}
