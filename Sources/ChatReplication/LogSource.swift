public import ChatModel

/// A peer's log, from which the replicator pulls pages.
public protocol LogSource: Sendable {
    /// Returns the bytes of one page.
    ///
    /// An implementation bounds their number and the time, and returns soon after the task was cancelled.
    func page(_ request: PullRequest) async throws(PullFailure) -> [UInt8]
}
