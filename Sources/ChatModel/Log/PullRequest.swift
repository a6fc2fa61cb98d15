/// A puller's request for a page of a peer's log: the parameters of `messages.php?view=log`.
public struct PullRequest: Hashable, Sendable {
    /// Where the page begins.
    public var from: LogStart
    /// The largest number of entries in the page: 1 to ``Limits/pageMessages``; with other ``bodies`` than all, 1 to
    /// ``Limits/listEntries``.
    public var limit: Int
    /// The messages that the page has whole.
    public var bodies: Bodies
    /// What the puller has of the log.
    public var claim: SettledClaim
    /// Seconds for which the peer may delay an empty page until it has new messages: 0 to ``Limits/waitSeconds``.
    public var waitSeconds: Int
    /// The public key that the puller claims.
    public var node: PublicKey
    /// The instance that the puller claims.
    public var instance: Instance
    /// The group that the puller claims to be in.
    public var group: GroupID

    public init(
        from: LogStart, limit: Int, bodies: Bodies = .all, claim: SettledClaim = SettledClaim(),
        waitSeconds: Int, node: PublicKey, instance: Instance, group: GroupID
    ) {
        self.from = from
        self.limit = limit
        self.bodies = bodies
        self.claim = claim
        self.waitSeconds = waitSeconds
        self.node = node
        self.instance = instance
        self.group = group
    }
}

/// What a node says about how much of a log it has.
public struct SettledClaim: Hashable, Sendable {
    /// The position up to which the node has everything but ``lacks``; ``LogPosition/start`` if it has read nothing.
    public var settled: LogPosition
    /// The ids up to ``settled`` whose messages the node lacks, ascending, at most ``Limits/lackedIDs``.
    public var lacks: [LogID]

    public init(settled: LogPosition = .start, lacks: [LogID] = []) {
        (self.settled, self.lacks) = (settled, lacks)
    }
}
