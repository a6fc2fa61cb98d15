internal import ChatModel
internal import ChatStore
internal import Synchronization

/// What a peer may make this node spend on its answers. It outlives the pullers of the peer, one of which follows another when the peer's
/// addresses change.
final class PullAllowances: Sendable {
    private struct State {
        /// The end of the peer's log when its first page came since the start. What the log has up to there is no flood.
        var end: (id: LogID, noted: Duration)?
        var useless: Allowance
        var counted: Allowance
        var answers: Allowance

        init(_ pace: Pace) {
            useless = Allowance(pace.uselessBytes)
            (counted, answers) = (Allowance(pace.countedBytes), Allowance(pace.answers))
        }
    }

    private let pace: Pace
    private let state: Mutex<State>

    init(_ pace: Pace) {
        self.pace = pace
        state = Mutex(State(pace))
    }

    /// Makes the allowances for new messages whole: a person lets waiting messages in.
    func refill() {
        state.withLock { ($0.counted, $0.answers) = (Allowance(pace.countedBytes), Allowance(pace.answers)) }
    }

    /// A page came.
    ///
    /// - Parameter high: the end of the peer's log.
    func came(_ high: LogID, at now: Duration) { state.withLock { $0.end = $0.end ?? (high, now) } }

    /// Returns after what time the peer may be asked again.
    func pause(at now: Duration) -> Duration {
        state.withLock { [$0.useless, $0.counted, $0.answers].map { $0.pause(at: now) }.max() ?? .zero }
    }

    /// An answer came, of which nothing is stored yet.
    func received(_ bytes: Int, at now: Duration) { state.withLock { $0.useless.spend(bytes, at: now) } }

    /// An answer was judged, and what is new in it is stored.
    ///
    /// - Parameters:
    ///   - new: the bytes of its new messages.
    ///   - cost: its cost of ``Pace/answers``.
    ///   - end: its last id.
    func judged(new: Int, cost: Int, through end: LogID, at now: Duration) {
        state.withLock { state in
            state.useless.giveBack(new)
            if let known = state.end, end <= known.id, now - known.noted < Self.longestCatchUp { return }
            state.counted.spend(new, at: now)
            state.answers.spend(cost, at: now)
        }
    }

    /// A peer only claims where its log ends.
    private static let longestCatchUp = Duration.seconds(60 * 60)
}

/// The allowances of all peers since the start, also of removed ones: a key has to be admitted to be a peer.
final class KnownAllowances: Sendable {
    private let pace: Pace
    private let all = Mutex<[PeerID: PullAllowances]>([:])

    init(_ pace: Pace) { self.pace = pace }

    func of(_ peer: PeerID) -> PullAllowances {
        all.withLock { all in
            let allowances = all[peer] ?? PullAllowances(pace)
            all[peer] = allowances
            return allowances
        }
    }
}

extension PullFailure {
    /// The bytes that may have come before the failure and were not counted.
    var uncountedBytes: Int {
        switch self {
        case .tooLarge, .brokenOff, .tooSlow, .noPage, .webPage: Limits.pulledPageBytes
        default: 0
        }
    }
}
