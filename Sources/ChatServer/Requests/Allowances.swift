internal import ChatModel
internal import Synchronization

/// How much each of many may make this node spend.
final class Allowances<Payer: Hashable & Sendable>: Sendable {
    private let rate: Allowance.Rate
    private let time: any TimeSource
    private let all = Mutex<[Payer: Allowance]>([:])

    /// With more payers than this, those that have spent nothing for long are forgotten.
    private static var maximumCount: Int { 1024 }
    /// Who would have to wait longer is refused.
    private static var longestPause: Duration { .seconds(10) }

    init(_ rate: Allowance.Rate, time: any TimeSource) {
        (self.rate, self.time) = (rate, time)
    }

    /// Waits until a payer may spend more.
    ///
    /// - Throws: ``Failure`` with `busy` if that takes long.
    func wait(for payer: Payer) async throws(Failure) {
        let now = time.monotonic
        guard let pause = all.withLock({ $0[payer]?.pause(at: now) }), pause > .zero else { return }
        guard pause <= Self.longestPause else { throw .tooMuch }
        try? await time.sleep(for: pause)
    }

    /// The payers that are remembered.
    var count: Int { all.withLock { $0.count } }

    func spend(_ amount: Int, by payer: Payer) {
        let now = time.monotonic
        all.withLock { all in
            all[payer, default: Allowance(rate)].spend(amount, at: now)
            if all.count > Self.maximumCount { all = all.filter { !$0.value.isWhole(at: now) } }
        }
    }
}
