/// What a puller asks of a peer's log: the parameters of `messages.php?view=log`.
public struct PullRequest: Hashable, Sendable {
    /// From where on.
    public enum From: Hashable, Sendable {
        /// After an id; with its mark the peer answers only if it means the same log.
        case past(LogID, Mark?)
        /// After the newest of these positions that is the peer's own, else from the start.
        case have(Cursor)

        /// The place that is named with its mark: whoever answers knows by it that the asker has read this very log up to
        /// there. Nothing at the start, which is every log's.
        public var position: LogPosition? {
            guard case .past(let id, let mark?) = self, id > .zero else { return nil }
            return LogPosition(id: id, mark: mark)
        }
    }

    public var from: From
    /// Messages in the page, at most: 1 to ``Limits/pageMessages``.
    public var limit: Int
    /// Seconds to hold the answer until there is something: 0 to ``Limits/waitSeconds``.
    public var waitSeconds: Int
    /// The puller's key, as it claims.
    public var node: PublicKey
    /// The puller's run, as it claims.
    public var instance: Instance

    public init(from: From, limit: Int, waitSeconds: Int, node: PublicKey, instance: Instance) {
        self.from = from
        self.limit = limit
        self.waitSeconds = waitSeconds
        self.node = node
        self.instance = instance
    }
}
