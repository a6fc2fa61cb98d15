public import ChatModel

/// A wanted message, and the time from which on a peer should be asked for it.
///
/// Due messages are in the order of these times, those first that have been due for the longest time.
public struct DueMessage: Hashable, Comparable, Sendable {
    public let due: UnixTime
    public let digest: Digest

    public init(due: UnixTime, digest: Digest) {
        self.due = due
        self.digest = digest
    }

    public static func < (left: DueMessage, right: DueMessage) -> Bool {
        (left.due, left.digest) < (right.due, right.digest)
    }
}

/// When a peer is asked for a wanted message, by the time since which it is wanted: since it was stored without its values, or
/// since its damage was noted.
///
/// | round | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 |
/// |---|---|---|---|---|---|---|---|---|
/// | days since the message is wanted | 0 | 1 | 3 | 7 | 15 | 31 | 63 | 127 |
///
/// The pauses between the rounds are 1, 2, 4 … 64 days. After the last round, a peer is not asked any more. A peer that was
/// not asked in an earlier round, because it was away, is asked once for all rounds that have passed.
enum WantedRounds {
    /// The number of the rounds.
    static let count = 8

    /// Returns the time from the beginning to one of the rounds, in milliseconds.
    ///
    /// - Parameter round: 0 ..< ``count``.
    static func delay(of round: Int) -> UInt64 { ((1 << UInt64(round)) - 1) * 24 * 60 * 60 * 1000 }

    /// Returns the times since which the messages are wanted whose latest round up to `now` is `round`; nil if there is no
    /// such time.
    static func wanted(inRound round: Int, at now: UnixTime) -> ClosedRange<UnixTime>? {
        guard now.milliseconds >= delay(of: round) else { return nil }
        let newest = UnixTime(milliseconds: now - UnixTime(milliseconds: delay(of: round)))
        guard round + 1 < count, now.milliseconds >= delay(of: round + 1) else {
            return UnixTime(milliseconds: 0)...newest
        }
        return UnixTime(milliseconds: now.milliseconds - delay(of: round + 1) + 1)...newest
    }
}
