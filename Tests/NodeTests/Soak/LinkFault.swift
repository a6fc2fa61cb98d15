/// What can be wrong with a link. There is no netem everywhere; a token bucket does as well.
enum LinkFault: String, CaseIterable, Sendable {
    /// The interface is down: both ends are told at once that nobody can be reached.
    case unplugged
    /// What either end sends is lost, and nobody is told.
    case silent
    /// What the first end sends is lost; what the second sends arrives.
    case firstUnheard = "one-way"
    /// What the second end sends is lost; what the first sends arrives.
    case secondUnheard = "one-way, back"
    /// 64 kbit/s each way, a packet waits for up to 400 ms, and what does not fit is lost.
    case slow
}
