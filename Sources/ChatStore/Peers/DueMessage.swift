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

/// The times at which a peer is asked for a wanted message. They count from the time since which the message is wanted:
/// when it was stored without its values, or when its damage was noted.
///
/// | request | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 |
/// |---|---|---|---|---|---|---|---|---|
/// | days since the message is wanted | 0 | 1 | 3 | 7 | 15 | 31 | 63 | 127 |
///
/// The pauses between the requests are 1, 2, 4 … 64 days. After the last one, a peer is not asked any more. A peer that was
/// away is asked once for all of these times that have passed.
enum WantedTimes {
    /// The number of these times.
    static let count = 8

    /// Returns how long a message has been wanted at one of these times, in milliseconds.
    ///
    /// - Parameter number: 0 ..< ``count``.
    static func delay(of number: Int) -> UInt64 { ((1 << UInt64(number)) - 1) * 24 * 60 * 60 * 1000 }

    /// Returns a range of times: if a message is wanted since one of them, its latest request up to `now` has this
    /// number. Nil if there is no such time.
    static func wanted(latest number: Int, at now: UnixTime) -> ClosedRange<UnixTime>? {
        guard now.milliseconds >= delay(of: number) else { return nil }
        let newest = UnixTime(milliseconds: now - UnixTime(milliseconds: delay(of: number)))
        guard number + 1 < count, now.milliseconds >= delay(of: number + 1) else {
            return UnixTime(milliseconds: 0)...newest
        }
        return UnixTime(milliseconds: now.milliseconds - delay(of: number + 1) + 1)...newest
    }
}
