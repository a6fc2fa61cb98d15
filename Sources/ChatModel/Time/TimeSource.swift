/// The two clocks that the parts of a node read.
///
/// The program gives all parts one ``SystemTime``. Tests and the simulator give clocks of their own.
public protocol TimeSource: Sendable {
    /// The wall clock. A person or the network may set it forwards or backwards.
    var wall: UnixTime { get }

    /// A reading of a monotonic clock, counted from an arbitrary start.
    var monotonic: Duration { get }

    /// Returns when the monotonic clock has advanced by `duration`.
    ///
    /// - Throws: `CancellationError` when the task is cancelled before.
    func sleep(for duration: Duration) async throws
}
