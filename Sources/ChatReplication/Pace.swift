/// The limits and pauses of the replicator.
public struct Pace: Sendable {
    /// The largest number of messages that a page is requested with.
    public var pageMessages = 1000
    /// Seconds for which a peer may delay an empty page.
    public var waitSeconds = 30

    /// The pause after the first failure of a peer. It doubles with each further failure in a row.
    public var firstBackoff = Duration.seconds(1)
    /// The longest pause after a failure, before the random quarter: a node asks each peer at least every 60 s.
    public var longestBackoff = Duration.seconds(48)
    /// A sign of a failing peer, such as a request of it, ends the pause, at most once in this time.
    public var wakeInterval = Duration.seconds(5)

    /// The shortest time between two notices that a peer fails.
    public var failingInterval = Duration.seconds(60)

    /// The next page has twice as many messages if a page came within this time.
    public var quickPage = Duration.seconds(10)
    /// The number of unreadable messages in a row that the puller skips by going on with the next id. After that many,
    /// it goes on at the page's `next`.
    public var singleSkips = 16
    /// The pause after each further skipped message, once ``singleSkips`` messages in a row were skipped.
    public var unreadablePause = Duration.milliseconds(250)
    /// The number of unreadable messages in one ``retryInterval`` that the puller skips with no longer pauses. Each further
    /// one counts as a useless page.
    public var freeUnreadable = 10_000

    /// Answers without progress in a row that cause no pause: enough to halve the limit of a page down to one message
    /// and to fall back to a common position. The puller may also begin that many passes without a pause.
    public var freeStrikes = 16
    /// Useless pages that cause no pause, and useless requests for gaps that don't have to wait for new messages. Each
    /// count starts again after a page with new messages.
    public var freeUselessPages = 64
    /// Barren pages that cause no pause, in one ``retryInterval``: ten million entries. A hostile peer wins little by
    /// this exception, because it can send more useless pages in the same time, even with the pauses after them.
    public var freeBarrenPages = 10_000
    /// The longest pause after a useless page, before the random quarter. A useless page adds no message to the log, and
    /// honest peers send few of them. The pause is short, because the next page may bring good messages.
    public var longestUselessPause = Duration.seconds(5)

    /// Failures in a row of requests for one message, after which the puller may skip the message. It skips a message
    /// of the log only if a probe then shows that the peer answers. A wanted message waits for its next time.
    public var failuresBeforeSkip = 8
    /// The same number for messages of the log whose transfers fail within ``nextSkipTime`` of the last skipped one.
    public var failuresBeforeNextSkip = 2
    /// The time after a skipped message in which ``failuresBeforeNextSkip`` is enough.
    public var nextSkipTime = Duration.seconds(60 * 60)

    /// The gaps of a peer's log are requested again after this time. Their messages may be good, or may arrive, by
    /// then.
    public var retryInterval = Duration.seconds(24 * 60 * 60)

    /// The shortest time between two searches of the store for due messages.
    public var wantedInterval = Duration.seconds(10 * 60)
    /// The shortest time between two searches for newly noted damaged messages. Such a search does not wait for
    /// ``wantedInterval``.
    public var damageInterval = Duration.seconds(10)
    /// The largest number of messages that are found in one search. It bounds the memory of a puller.
    public var dueMessages = 10_000

    /// How long pulling may go one way before a notice is given.
    public var oneWayGrace = Duration.seconds(60)

    /// The shortest time between two writes of the contacts.
    public var contactInterval = Duration.seconds(60)
    /// The same if only times have changed. Each poll of a peer changes one.
    public var contactTimesInterval = Duration.seconds(10 * 60)

    public init() {}

    /// Returns the pause after `failures` failures in a row: `firstBackoff` × 2^(failures − 1), at most `longestBackoff`,
    /// up to a quarter longer or shorter at random, so that the peers of a restarted node do not all request at once.
    ///
    /// | failures | 1 | 2 | 3 | 4 | 5 | 6 | 7 … |
    /// |---|---|---|---|---|---|---|---|
    /// | seconds | 1 | 2 | 4 | 8 | 16 | 32 | 48 |
    ///
    /// - Parameter random: at least 0, less than 1.
    public func backoff(failures: Int, random: Double) -> Duration {
        spread(doubled(firstBackoff, times: failures - 1, most: longestBackoff), random)
    }

    /// Returns the pause after `strikes` answers without progress: zero up to ``freeStrikes``, then as after failures.
    public func pause(strikes: Int, random: Double) -> Duration {
        strikes <= freeStrikes ? .zero : backoff(failures: strikes - freeStrikes, random: random)
    }

    /// Returns the pause after `pages` useless pages: zero up to ``freeUselessPages``, then 100 ms that double with each
    /// page up to ``longestUselessPause``.
    public func pause(uselessPages pages: Int, random: Double) -> Duration {
        guard pages > freeUselessPages else { return .zero }
        let times = pages - freeUselessPages - 1
        return spread(doubled(.milliseconds(100), times: times, most: longestUselessPause), random)
    }

    private func doubled(_ duration: Duration, times: Int, most: Duration) -> Duration {
        min(duration * (1 << min(max(times, 0), 20)), most)
    }

    private func spread(_ duration: Duration, _ random: Double) -> Duration {
        duration * (0.75 + random / 2)
    }
}
