/// The status of a node and its peers at one moment: the contents of `status.xml`.
public struct NodeStatus: Hashable, Sendable {
    public var node: PublicKey
    /// The node's name.
    public var name: String
    public var instance: Instance
    /// The node's group.
    public var groupID: GroupID
    /// Whether the node had a group of an earlier version, and has none now.
    public var isOfFormerGroup: Bool
    public var now: UnixTime
    /// When the node started.
    public var started: UnixTime
    /// A number that changes with the status. Another instance of the node has the same number only by chance.
    public var revision: UInt64
    /// The version of the web client that the node serves.
    public var web: String
    public var store: StoreStatus
    public var peers: PeersStatus

    public init(
        node: PublicKey, name: String, instance: Instance, groupID: GroupID,
        isOfFormerGroup: Bool, now: UnixTime, started: UnixTime, revision: UInt64, web: String, store: StoreStatus,
        peers: PeersStatus
    ) {
        self.node = node
        self.name = name
        self.instance = instance
        self.groupID = groupID
        self.isOfFormerGroup = isOfFormerGroup
        self.now = now
        self.started = started
        self.revision = revision
        self.web = web
        self.store = store
        self.peers = peers
    }
}
