public import ChatModel

/// The limits and pauses of the replicator.
public struct Pace: Sendable {
    /// The largest number of messages that a page is requested with.
    public var pageMessages = 1000
    /// Seconds for which a peer may delay an empty page. Each empty page costs about 1.2 kB. A dead link is noticed only after this
    /// time.
    public var waitSeconds = 50

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
    /// Useless answers that cause no pause: enough to halve a list down to one entry, and again at another id. The count
    /// starts again after an answer with new messages.
    public var freeUselessAnswers = 64
    /// The longest pause after a useless answer, before the random quarter. Honest peers send few of them. The pause is short,
    /// because the next answer may bring good messages.
    public var longestUselessPause = Duration.seconds(5)

    /// The bytes of a peer's answers that may bring no new message, before compression, such as garbage and lists of known messages. A list
    /// of ten million known messages has 820 MB. A peer that has sent more is asked nothing for a while.
    public var uselessBytes = Allowance.Rate(burst: 1 << 30, then: 256 << 20, in: .seconds(60 * 60))
    /// The bytes of a peer's new messages that it did not have when this node started. Without a bound, a peer that writes as fast as
    /// it can delays the messages of the others until its budget is used up.
    public var countedBytes = Allowance.Rate(burst: 4 << 20, then: 256 << 10, in: .seconds(1))
    /// The costs of answers. A peer that sends its messages one by one makes the disk write much more than their bytes.
    public var answers = Allowance.Rate(burst: 128, then: 4, in: .seconds(1))
    /// The cost of an answer that is committed, and of one that only lists messages.
    public var costOfAnswer = (committed: 2, list: 1)
    /// The cost of an answer that brings nothing but messages of the peer that have to wait: such a peer is asked every 10 s.
    public var costOfSpent = 40

    /// A position in a peer's log to which the store has come without a commit is noted after this time.
    public var settlingInterval = Duration.seconds(1)

    /// Failures in a row of the same request, after which another one is tried; of a request for one message, after which the
    /// message is an exception.
    public var failuresOfOne = 3
    /// How long a message may still come from elsewhere, after the peer was asked for it in vain, before it is an exception.
    public var absence = Duration.seconds(60)
    /// How long a peer is not asked for a message of another origin: the origin's own page may be on its way.
    public var originGrace = Duration.seconds(2)

    /// A peer is asked again for its exceptions after this time.
    public var retryInterval = Duration.seconds(24 * 60 * 60)
    /// The same when a peer answers again after a failure.
    public var comebackInterval = Duration.seconds(60 * 60)

    /// A log is read again after this time if messages of it wait because of what this node has taken in of their origins.
    public var refillInterval = Duration.seconds(60 * 60)

    /// The number of entries behind a peer's log from which one peer is pulled before the others, how few new messages end that
    /// in ``firstPullInterval``, and the longest time that it may take.
    public var firstPullEntries = 1000
    public var firstPullInterval = Duration.seconds(10)
    public var longestFirstPull = Duration.seconds(10 * 60)

    /// The shortest time between two searches of the store for due messages.
    public var wantedInterval = Duration.seconds(10 * 60)
    /// The shortest time between two searches for newly noted damaged messages. Such a search does not wait for
    /// ``wantedInterval``.
    public var damageInterval = Duration.seconds(10)

    /// The time between two writes of the contacts: each poll of a peer changes one.
    public var contactInterval = Duration.seconds(10 * 60)
    /// A new peer is noticed in this time, and its contact written.
    public var newContactInterval = Duration.seconds(5)

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

    /// Returns the pause after `answers` useless answers: zero up to ``freeUselessAnswers``, then 100 ms that double with each
    /// up to ``longestUselessPause``.
    public func pause(uselessAnswers answers: Int, random: Double) -> Duration {
        guard answers > freeUselessAnswers else { return .zero }
        let times = answers - freeUselessAnswers - 1
        return spread(doubled(.milliseconds(100), times: times, most: longestUselessPause), random)
    }

    private func doubled(_ duration: Duration, times: Int, most: Duration) -> Duration {
        min(duration * (1 << min(max(times, 0), 20)), most)
    }

    private func spread(_ duration: Duration, _ random: Double) -> Duration {
        duration * (0.75 + random / 2)
    }
}
