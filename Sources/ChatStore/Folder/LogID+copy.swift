internal import ChatModel

extension LogID {
    /// The id with which a copy of a store goes on, so that no client meets one twice that the original has given since.
    ///
    /// 100,000 further on; and where the clock leads further, two for each second since 2026-01-01, up to half of all
    /// ids: so that a second copy of the same backup does not give the ids of the first one again.
    static func firstInCopy(next: UInt64, now: UnixTime) -> UInt64 {
        let byTime = min((now - UnixTime(milliseconds: 1_767_225_600_000)) / 500, Limits.idCeiling / 2)
        return min(max(min(next, Limits.idCeiling) + 100_000, byTime), Limits.idCeiling)
    }
}
