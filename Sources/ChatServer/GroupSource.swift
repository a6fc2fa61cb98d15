public import ChatModel
public import ChatStore

/// What the server asks about the other nodes, and what it tells of them.
public protocol GroupSource: Sendable {
    /// Told of whatever changes in ``status()``, but for what a commit to the store changes there.
    var changes: ChangeSignal { get }

    /// How the node stands with its peers, and who else pulls from it. Short: it is called on the threads that serve.
    func status() throws -> GroupStatus

    /// A request for the log came that names a node and its run; what they say is a claim. Called on the threads that
    /// serve: it must not block.
    ///
    /// - Parameter read: the id up to which the request has shown that its sender has read this log.
    func asked(by request: PullRequest, readUpTo read: LogID?)
}
