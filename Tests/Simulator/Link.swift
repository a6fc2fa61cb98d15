/// One direction between two nodes.
struct Link {
    var isCut = false
    /// Of 1.
    var loss = 0.0
    var delay = 1...20
    /// The probability that something is changed on the way.
    var garbling = 0.0
    /// The probability that an answer is given that was given before.
    var repeating = 0.0
    /// The probability that an answer is given that another node gave.
    var mixing = 0.0
    /// The probability that an answer is larger than it may be, or takes longer.
    var oversize = 0.0

    /// How long it takes; nothing if it is lost.
    func passage(_ dice: inout Dice) -> Duration? {
        guard !isCut, !dice.chance(loss) else { return nil }
        return dice.milliseconds(delay)
    }
}
