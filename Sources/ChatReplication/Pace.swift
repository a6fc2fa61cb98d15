/// How fast a peer is pulled from: every bound and delay of the replicator.
public struct Pace: Sendable {
    /// Messages that a page is asked for, at most.
    public var pageMessages = 1000
    /// Seconds for which a peer that has nothing new is asked to hold its answer.
    public var waitSeconds = 30

    /// The pause after a peer failed, doubled with each failure that follows …
    public var firstBackoff = Duration.seconds(1)
    /// … up to this one.
    public var longestBackoff = Duration.seconds(60)
    /// A request that claims a failing peer's key ends the pause, at most once in this time.
    public var wakeInterval = Duration.seconds(5)

    /// That a peer fails is said at most once in this time.
    public var failingInterval = Duration.seconds(60)

    /// A page that came sooner than this may be asked for twice as large the next time.
    public var quickPage = Duration.seconds(10)
    /// Steps of one id over something unreadable before the page's own word for the next position is taken …
    public var steps = 16
    /// … and before each further one is paused for.
    public var unreadablePause = Duration.milliseconds(250)

    /// Answers without progress, one after another, before they are answered with a pause: enough to halve a page
    /// down to one message and to fall back to a common position.
    public var freeStrikes = 16
    /// Pages without anything new or known, one after another, before they are answered with a pause.
    public var freeUselessPages = 64
    /// The longest pause after a useless page: good messages may still follow.
    public var longestUselessPause = Duration.seconds(5)

    /// A peer of which something was not stored is walked again from there after this time, as at each start: the cause
    /// may be gone.
    public var retryInterval = Duration.seconds(24 * 60 * 60)

    /// How long pulling may be one way before a word is said about it.
    public var oneWayGrace = Duration.seconds(60)

    public init() {}

    /// The pause after `failures` failures in a row: `firstBackoff` × 2^(failures − 1), at most `longestBackoff`, with
    /// a quarter of it up or down at random so that the peers of a node that comes back do not all ask at once.
    ///
    /// | failures | 1 | 2 | 3 | 4 | 5 | 6 | 7 … |
    /// |---|---|---|---|---|---|---|---|
    /// | seconds | 1 | 2 | 4 | 8 | 16 | 32 | 60 |
    ///
    /// - Parameter random: 0 ..< 1.
    public func backoff(failures: Int, random: Double) -> Duration {
        spread(doubled(firstBackoff, times: failures - 1, most: longestBackoff), random)
    }

    /// The pause after `strikes` answers without progress: none while they are free, then as after failures.
    public func pause(strikes: Int, random: Double) -> Duration {
        strikes <= freeStrikes ? .zero : backoff(failures: strikes - freeStrikes, random: random)
    }

    /// The pause after `pages` useless pages: none while they are free, then 100 ms doubled up to the longest.
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
