/// Why a request brought no page of a peer's log.
public struct PullFailure: Error, Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// The peer could not be reached, refused the request, or sent something that is no page.
        case failed
        /// The answer took longer than it may.
        case tooSlow
        /// The answer has more bytes than a page may have.
        case tooLarge
        /// The root of the page could be read, the rest could not.
        case unreadable(PageHead)
        /// The peer's log does not have the position from which the page was requested.
        case cursorUnknown
    }

    public let kind: Kind
    /// What happened, as a sentence that names no flag.
    public let reason: String

    public init(_ kind: Kind, _ reason: String) {
        self.kind = kind
        self.reason = reason
    }

    /// The failure of a request whose answer is no readable page.
    public init(_ error: PageError) {
        switch error {
        case .noReadableRoot(let reason): self.init(.failed, reason)
        case .unreadable(let reason, let head): self.init(.unreadable(head), reason)
        }
    }
}
