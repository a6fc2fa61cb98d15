/// The status of a node's peers, in the order of its configuration, the removed ones, and the unknown requesters of its log.
public struct PeersStatus: Hashable, Sendable {
    public var peers: [PeerStatus]
    /// The unknown requesters, sorted by public key. A requester only claims its public key.
    public var requesters: [Requester]
    /// The peers that a person has removed, and the former members, the last removed one first.
    public var removed: [Removed] = []
    /// What the owner of this node calls the persons who write.
    public var petnames: [Petname] = []
    /// This node's standing in its group; nil if it is in none.
    public var standing: Standing?

    public struct Removed: Hashable, Sendable {
        public var node: PublicKey
        public var name: String?
        /// When the peer was removed here, or when the removal of its membership arrived.
        public var since: UnixTime
        /// Nil if the peer was never a member.
        public var standing: Standing?
        /// How this node hides the peer's messages; nil if it shows them.
        public var hiding: Hiding?
        /// As ``PeerStatus/waiting``.
        public var waiting = 0

        public init(node: PublicKey, name: String?, since: UnixTime, standing: Standing?) {
            (self.node, self.name, self.since, self.standing) = (node, name, since, standing)
        }
    }

    /// A node that has requested this node's log since its start, and is no configured peer.
    public struct Requester: Hashable, Sendable {
        public var node: PublicKey
        public var lastRequest: UnixTime

        public init(node: PublicKey, lastRequest: UnixTime) {
            self.node = node
            self.lastRequest = lastRequest
        }
    }

    public init(peers: [PeerStatus] = [], requesters: [Requester] = []) {
        self.peers = peers
        self.requesters = requesters
    }
}
