/// The nodes that a node pulls from, in the order of its configuration, and those that pull from it.
public struct GroupStatus: Hashable, Sendable {
    public var peers: [PeerStatus]
    /// Nodes that have asked in this run and are no peers, by key. Keys are claims.
    public var askers: [Asker]

    /// A node that pulls from here and is not pulled from.
    public struct Asker: Hashable, Sendable {
        public var node: PublicKey
        /// When it last asked.
        public var asked: UnixTime

        public init(node: PublicKey, asked: UnixTime) {
            self.node = node
            self.asked = asked
        }
    }

    public init(peers: [PeerStatus] = [], askers: [Asker] = []) {
        self.peers = peers
        self.askers = askers
    }
}
