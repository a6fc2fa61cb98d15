internal import ChatModel
internal import ChatStore
internal import Synchronization

/// What a peer may make this node spend on its answers. It outlives the pullers of the peer, one of which follows another when the peer's
/// addresses change.
final class PullAllowances: Sendable {
    private struct State {
        var useless: Allowance
        var commits: Allowance
    }

    private let state: Mutex<State>

    init(_ pace: Pace) {
        state = Mutex(State(useless: Allowance(pace.uselessBytes), commits: Allowance(pace.commits)))
    }

    /// Returns after what time the peer may be asked again.
    func pause(at now: Duration) -> Duration {
        state.withLock { max($0.useless.pause(at: now), $0.commits.pause(at: now)) }
    }

    /// An answer came, of which nothing is stored yet.
    func received(_ bytes: Int, at now: Duration) { state.withLock { $0.useless.spend(bytes, at: now) } }

    /// A commit followed from an answer, of which so many bytes were those of new messages.
    ///
    /// - Parameter isCounted: false for history.
    func stored(_ bytes: Int, isCounted: Bool, at now: Duration) {
        state.withLock { state in
            if isCounted { state.commits.spend(1, at: now) }
            state.useless.giveBack(bytes)
        }
    }
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
