/// One direction between two nodes.
struct Link {
    var isCut = false
    /// The probability that a request or an answer is lost.
    var loss = 0.0
    var delay = 1...20
    /// The probability that an answer is changed in transit.
    var garbling = 0.0
    /// The probability that an earlier answer is repeated.
    var repeating = 0.0
    /// The probability that an answer is replaced by the answer of another node.
    var mixing = 0.0
    /// The probability that an answer is too large or too slow.
    var oversize = 0.0
    /// The messages that this link never transfers; nil if it transfers all. This lasts until all other faults have ended.
    var failing: FailingTransfers?

    /// Returns the time in transit; nil if the link loses the data.
    func passage(_ dice: inout Dice) -> Duration? {
        guard !isCut, !dice.chance(loss) else { return nil }
        return dice.milliseconds(delay)
    }
}
