/// A puller's request for a page of a peer's log: the parameters of `messages.php?view=log`.
public struct PullRequest: Hashable, Sendable {
    /// Where the page begins.
    public var from: LogStart
    /// The largest number of messages in the page: 1 to ``Limits/pageMessages``.
    public var limit: Int
    /// Seconds for which the peer may delay an empty page until it has new messages: 0 to ``Limits/waitSeconds``.
    public var waitSeconds: Int
    /// The public key that the puller claims.
    public var node: PublicKey
    /// The instance that the puller claims.
    public var instance: Instance
    /// The group that the puller claims to be in.
    public var group: GroupID

    public init(
        from: LogStart, limit: Int, waitSeconds: Int, node: PublicKey, instance: Instance, group: GroupID
    ) {
        self.from = from
        self.limit = limit
        self.waitSeconds = waitSeconds
        self.node = node
        self.instance = instance
        self.group = group
    }
}
