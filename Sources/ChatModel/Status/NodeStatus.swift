/// How a node and its group stand at one moment: what `status.xml` says.
public struct NodeStatus: Hashable, Sendable {
    public var node: PublicKey
    /// What the node's owner calls it.
    public var name: String
    public var instance: Instance
    public var now: UnixTime
    public var started: UnixTime
    /// Another one after each change; met again only by chance in another run.
    public var revision: UInt64
    /// The version of the web page that the node serves.
    public var page: String
    public var store: StoreStatus
    public var group: GroupStatus

    public init(
        node: PublicKey, name: String, instance: Instance, now: UnixTime, started: UnixTime, revision: UInt64,
        page: String,
        store: StoreStatus, group: GroupStatus
    ) {
        self.node = node
        self.name = name
        self.instance = instance
        self.now = now
        self.started = started
        self.revision = revision
        self.page = page
        self.store = store
        self.group = group
    }
}
