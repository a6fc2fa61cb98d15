public import ChatModel

/// A peer's log, from which the replicator pulls pages.
public protocol LogSource: Sendable {
    /// Returns the bytes of one page.
    ///
    /// An implementation bounds their number and the time, and returns soon after the task was cancelled.
    func page(_ request: PullRequest) async throws(PullFailure) -> [UInt8]

    /// Returns the bytes of a page with the messages that have these digests, as far as the peer has them with their erasable
    /// values.
    ///
    /// Bounded as ``page(_:)``.
    ///
    /// - Parameter digests: 1 to ``Limits/requestedDigests`` different digests.
    func messages(_ digests: [Digest]) async throws(PullFailure) -> [UInt8]
}
