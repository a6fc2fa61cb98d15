/// How a node stands with one of its peers. Nothing stands for what is not known in this run.
public struct PeerStatus: Hashable, Sendable {
    public enum State: Hashable, Sendable {
        /// It has neither answered in this run nor failed.
        case connecting
        /// All that it has is here.
        case current
        /// Not all that it has is here yet.
        case behind
        /// It does not answer, or not with what can be read; why.
        case failing(String)
        /// What it sends cannot be stored here; why.
        case notStored(String)
        /// Its address leads back to this node.
        case itself
    }

    /// Where it is pulled from.
    public var address: String
    public var state: State
    /// When it got into that state.
    public var since: UnixTime
    /// Whose key it claims.
    public var node: PublicKey?
    /// What its owner calls it.
    public var name: String?
    /// When the last page came from it.
    public var answered: UnixTime?
    /// When all that it had was last here.
    public var current: UnixTime?
    /// How many of its ids are still to come.
    public var behind: UInt64?
    /// When a node with its key last asked here.
    public var asked: UnixTime?
    /// The highest id up to which a node with its key has shown that it has read this log.
    public var read: LogID?
    /// Messages after `read`, counted up to ``maximumUnread``.
    public var unread: Int?
    /// Its messages that are kept as evidence.
    public var quarantined = 0
    /// Its messages that are neither stored nor kept as evidence.
    public var skipped = 0

    /// Messages after `read` are counted so far.
    public static let maximumUnread = 1000

    public init(address: String, state: State, since: UnixTime) {
        self.address = address
        self.state = state
        self.since = since
    }
}
