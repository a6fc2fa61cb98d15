internal import ChatModel
internal import Synchronization

/// How much each of many may make this node spend.
final class Allowances<Payer: Hashable & Sendable>: Sendable {
    private struct State {
        var all: [Payer?: Allowance] = [:]
        /// With more payers than this, those that have spent nothing for long are forgotten.
        var bound = 1024
    }

    private let rate: Allowance.Rate
    private let time: any TimeSource
    private let state = Mutex(State())

    /// With more payers than this, further ones share an allowance.
    private static var maximumCount: Int { 65_536 }
    /// Who would have to wait longer is refused after this time.
    private static var longestPause: Duration { .seconds(10) }

    init(_ rate: Allowance.Rate, time: any TimeSource) {
        (self.rate, self.time) = (rate, time)
    }

    /// Waits until a payer may spend more.
    ///
    /// - Throws: ``Failure`` with `busy` after the longest pause, if that is not enough.
    func wait(for payer: Payer) async throws(Failure) {
        let now = time.monotonic
        let pause = state.withLock { ($0.all[payer] ?? $0.all[nil])?.pause(at: now) ?? .zero }
        guard pause > .zero else { return }
        try? await time.sleep(for: min(pause, Self.longestPause))
        if pause > Self.longestPause { throw .tooMuch }
    }

    func spend(_ amount: Int, by payer: Payer) {
        let now = time.monotonic
        state.withLock { state in
            let isKnown = state.all[payer] != nil || state.all.count < Self.maximumCount
            state.all[isKnown ? payer : nil, default: Allowance(rate)].spend(amount, at: now)
            guard state.all.count > state.bound else { return }
            state.all = state.all.filter { !$0.value.isWhole(at: now) }
            state.bound = max(1024, 2 * state.all.count)
        }
    }

    /// The payers that are remembered.
    var count: Int { state.withLock { $0.all.count } }
}
