/// What keeps the store from writing: each kind of trouble is told once when it begins, and once that it is over. A pure value.
struct WritingTrouble {
    /// The least time after which a kind of trouble is told again that was over in between: on a disk that is all but full
    /// short messages still fit.
    static let interval = Duration.seconds(60)

    private var told: Set<StoreError.Code> = []
    private var lastTold: [StoreError.Code: ContinuousClock.Instant] = [:]

    /// - Returns: whether to tell of it.
    mutating func failed(_ error: StoreError, at now: ContinuousClock.Instant) -> Bool {
        guard error.isWriteFailure, !told.contains(error.code) else { return false }
        if let last = lastTold[error.code], now - last < Self.interval { return false }
        told.insert(error.code)
        lastTold[error.code] = now
        return true
    }

    /// - Returns: whether to tell that it is over.
    mutating func wrote() -> Bool {
        defer { told = [] }
        return !told.isEmpty
    }
}
