internal import ChatModel

/// Decides which write failures are reported: each kind once when it begins, and once when writing works again.
///
/// A pure value: callers give the time.
struct WriteFailures {
    /// The least time between two reports of the same kind. On an almost full disk short messages still fit, so that
    /// failure and success alternate.
    static let interval = Duration.seconds(60)

    /// The failure of the last write; nil if it succeeded.
    private(set) var last: StoreStatus.Failure?
    private var current: Set<FailureCode> = []
    private var lastReported: [FailureCode: Duration] = [:]

    /// Notes that a write failed.
    ///
    /// - Parameters:
    ///   - now: the monotonic clock's reading.
    ///   - wall: the wall clock's.
    /// - Returns: whether to report the failure.
    mutating func failed(_ error: StoreError, at now: Duration, _ wall: UnixTime) -> Bool {
        guard error.isWriteFailure else { return false }
        if last?.code != error.code { last = StoreStatus.Failure(code: error.code, since: wall) }
        guard !current.contains(error.code) else { return false }
        if let last = lastReported[error.code], now - last < Self.interval { return false }
        current.insert(error.code)
        lastReported[error.code] = now
        return true
    }

    /// Notes that a write succeeded.
    ///
    /// - Returns: whether to report that writing works again.
    mutating func succeeded() -> Bool {
        last = nil
        defer { current = [] }
        return !current.isEmpty
    }
}
