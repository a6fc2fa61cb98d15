/// The status of a node's peers, in the order of its configuration, and the unknown requesters of its log.
public struct PeersStatus: Hashable, Sendable {
    public var peers: [PeerStatus]
    /// The unknown requesters, sorted by public key. A requester only claims its public key.
    public var requesters: [Requester]

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
