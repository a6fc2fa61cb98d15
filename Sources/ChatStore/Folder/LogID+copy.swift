internal import ChatModel

extension LogID {
    /// The id with which a copy of a store goes on, so that no client meets one twice that the original has given since.
    ///
    /// 100,000 further on, and ten more for each second since the last record came, up to 2^28: so that a second copy of
    /// the same backup does not give the ids of the first one again.
    ///
    /// - Parameter last: when the last record of the store came.
    static func firstInCopy(next: UInt64, last: UnixTime?, now: UnixTime) -> UInt64 {
        let elapsed = last.map { now - $0 } ?? 0
        let jump = 100_000 + min(elapsed / 100, 1 << 28)
        return min(min(next, Limits.idCeiling) + jump, Limits.idCeiling)
    }
}
