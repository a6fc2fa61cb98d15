internal import ChatModel
internal import ChatStore
internal import Synchronization

/// What a peer may make this node spend on its answers. It outlives the pullers of the peer, one of which follows another when the peer's
/// addresses change.
final class PullAllowances: Sendable {
    private struct State {
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

    /// A person lets messages in that wait: nothing counts that came before.
    func refill() { state.withLock { $0 = State(pace) } }

    /// Returns after what time the peer may be asked again.
    func pause(at now: Duration) -> Duration {
        state.withLock { [$0.useless, $0.counted, $0.answers].map { $0.pause(at: now) }.max() ?? .zero }
    }

    /// An answer came, of which nothing is stored yet.
    func received(_ bytes: Int, at now: Duration) { state.withLock { $0.useless.spend(bytes, at: now) } }

    /// An answer was judged, and what is new in it is stored.
    ///
    /// - Parameters:
    ///   - bytes: those of the answer.
    ///   - new: those of its new messages.
    ///   - answers: as how many it counts; 0 for what a node lacks from the time when it was off or not a member.
    func judged(_ bytes: Int, new: Int, answers: Int, at now: Duration) {
        state.withLock { state in
            if answers > 0 {
                state.counted.spend(bytes, at: now)
                state.answers.spend(answers, at: now)
            }
            state.useless.giveBack(new)
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
