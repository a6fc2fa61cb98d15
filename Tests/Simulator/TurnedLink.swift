/// A link on which the node that has opened it answers the requests of the other one.
final class TurnedLink {
    let dialer: Int
    let listener: Int
    /// Whether each end considers the link open. One may learn late, or never, that the other has closed it.
    var isOpenAtDialer = true
    var isOpenAtListener = true
    /// Whether something on the way drops all that is sent over the link.
    let isDead: Bool
    let start: Duration
    /// When a request came last.
    var lastRequest: Duration

    init(from dialer: Int, to listener: Int, isDead: Bool, at now: Duration) {
        self.dialer = dialer
        self.listener = listener
        self.isDead = isDead
        (start, lastRequest) = (now, now)
    }
}
