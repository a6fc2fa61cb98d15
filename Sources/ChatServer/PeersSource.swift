public import ChatModel

/// The peers of the node and the unknown requesters of its log, as far as the server needs them.
public protocol PeersSource: Sendable {
    /// Notified of each change of ``status()`` that is not a commit to the store.
    var changes: ChangeSignal { get }

    /// Returns the status of the node's peers, and the unknown requesters of its log. Handlers call it: it must be short.
    func status() throws -> PeersStatus

    /// Remembers a request for this node's log that names a node and its instance. Handlers call it: it must not block.
    ///
    /// - Parameters:
    ///   - confirmed: the id for which the request has shown the right mark.
    ///   - isProven: whether the request came over a link, so that its node is proven; otherwise it is a claim.
    func noteRequest(_ request: PullRequest, confirmed: LogID?, isProven: Bool)
}
