public import ChatModel

/// A peer's log, wherever it comes from: what the replicator pulls pages out of.
public protocol LogSource: Sendable {
    /// One page, read and checked as far as that goes without its signatures.
    ///
    /// Bounded in bytes and in time by whoever implements it; ends soon after the task is cancelled.
    func page(_ request: PullRequest) async throws(PullFailure) -> LogPage
}

/// Why a page did not come.
public struct PullFailure: Error, Sendable {
    public enum Kind: Sendable {
        /// The peer could not be reached, refused, or what it sent is no page at all.
        case failed
        /// It took longer than it may.
        case tooSlow
        /// It sent more bytes than a page may have.
        case tooLarge
        /// The page's root could be read, the rest not. The root says this.
        case unreadable(PageHead)
        /// The peer's log is not the one that the cursor means.
        case cursorUnknown
    }

    public let kind: Kind
    /// What happened, for a person.
    public let sentence: String

    public init(_ kind: Kind, _ sentence: String) {
        self.kind = kind
        self.sentence = sentence
    }
}
