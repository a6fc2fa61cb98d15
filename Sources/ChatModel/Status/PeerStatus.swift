/// The status of one of a node's peers. A value is nil if it is not known: since the node's start or, for what a node
/// remembers of its peers, since the peer was configured.
public struct PeerStatus: Hashable, Sendable {
    public enum State: Hashable, Sendable {
        /// The peer has neither answered nor failed yet.
        case connecting
        /// Everything that the peer has is stored here.
        case inSync
        /// The peer has messages that are not stored here yet.
        case behind
        /// The last request to the peer brought no readable page.
        case failing(PullFailure)
        /// The store could not store the peer's last page.
        case notStored(FailureCode)
        /// The peer's address leads back to this node.
        case thisNode
        /// A person has paused the paired peer.
        case paused
        /// A person has to confirm the paired peer, because this node was restored.
        case unconfirmed
    }

    /// The address from which the node pulls; for a peer over links, its key with all its addresses.
    public var address: String
    public var state: State
    /// When the state began.
    public var since: UnixTime
    /// The public key that the peer claims, or proves over links.
    public var node: PublicKey?
    /// The peer's name.
    public var name: String?
    /// When the last page of the peer came.
    public var lastPage: UnixTime?
    /// When everything that the peer has was last stored here.
    public var lastInSync: UnixTime?
    /// How many ids of the peer's log are not stored here yet.
    public var behind: UInt64?
    /// When a node with the peer's key last requested this node's log.
    public var lastRequest: UnixTime?
    /// The highest id for which a node with the peer's key has shown the right mark: it has everything up to there.
    public var confirmed: LogID?
    /// Whether `lastRequest` and `confirmed` come from requests over links, which prove the peer's key; otherwise they are
    /// claims.
    public var isProven = false
    /// Messages after `confirmed`, counted up to ``maximumUnconfirmed``.
    public var unconfirmed: Int?
    /// Bad messages of the peer that were refused. A message that comes again counts again.
    public var refused = 0
    /// What the peer's log names and does not give: messages, and parts of the log that no list shows.
    public var exceptions = 0
    /// Messages of the peer that are of another group than this node, or of an origin that was never a member. A
    /// message that comes again counts again.
    public var foreign = 0
    /// The messages of the peer that wait because this node takes in only so much of a member in a day.
    public var waiting = 0
    /// The lowest id of a message of the peer that only a newer program can read.
    public var laterForm: LogID?

    /// The clocks at the last page of the peer, if they differ.
    public var clockDifference: ClockDifference?

    /// When the peer was paired by an invitation, or admitted to the group by another node; nil for a peer of the
    /// node's configuration.
    public var pairedSince: UnixTime?
    /// How this node hides the peer's messages; nil if it shows them.
    public var hiding: Hiding?
    /// The peer's standing in the group; nil if it was never a member.
    public var standing: Standing?

    /// Unconfirmed messages are counted up to this number.
    public static let maximumUnconfirmed = 1000

    public init(address: String, state: State, since: UnixTime) {
        self.address = address
        self.state = state
        self.since = since
    }
}
