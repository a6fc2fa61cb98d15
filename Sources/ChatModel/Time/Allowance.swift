/// How much may be spent of something: a burst at once, and more at a constant rate. A pure value.
///
/// It keeps only the time at which all of the burst may be spent again, as the generic cell rate algorithm does (ITU-T I.371).
public struct Allowance: Sendable {
    public struct Rate: Sendable {
        let burst: Int
        let amount: Int
        let period: Duration

        /// A burst at once, and so much again in each period.
        public init(burst: Int, then amount: Int, in period: Duration) {
            (self.burst, self.amount, self.period) = (burst, max(amount, 1), period)
        }

        /// The time in which an amount comes back.
        fileprivate func time(of amount: Int) -> Duration { period * amount / self.amount }
    }

    private let rate: Rate
    /// When all of the burst may be spent again.
    private var whole = Duration.zero

    public init(_ rate: Rate) { self.rate = rate }

    /// Spends an amount, also if it is more than is left.
    public mutating func spend(_ amount: Int, at now: Duration) {
        whole = max(whole, now) + rate.time(of: amount)
    }

    /// Takes back that an amount was spent.
    public mutating func giveBack(_ amount: Int) { whole -= rate.time(of: amount) }

    /// Returns the time until something may be spent.
    public func pause(at now: Duration) -> Duration { max(.zero, whole - now - rate.time(of: rate.burst)) }

    /// Whether all of the burst may be spent.
    public func isWhole(at now: Duration) -> Bool { whole <= now }
}
