/// Why a request to a node, such as one for a page of a peer's log, brought nothing that can be used, as facts.
///
/// ``description`` has the sentence for clients, `ownerSentence` in `ChatGroup` the one for the node's owner. A text that the
/// other node wrote is only for the owner.
public enum PullFailure: Error, Hashable, Sendable {
    case unreachable(ConnectionProblem)
    /// The connection broke during the answer.
    case brokenOff(ConnectionProblem)
    /// The head of the answer did not arrive within this time.
    case noAnswer(after: Duration)
    /// The body of the answer stopped, or was not complete before the deadline.
    case tooSlow
    /// The answer has more bytes than a page may have.
    case tooLarge
    /// The node answered with another status than 200; with its `<failure>`, if that is the answer.
    case refused(status: Int, Refusal?)
    /// A page names another node than the one that has proven its key.
    case otherNode(PublicKey)
    /// A web page (`text/html`) came, neither a redirect nor a failure of a server: another program answers at the address.
    case webPage
    /// The answer is not the document that was requested, or its root cannot be read. The reason may contain text of the
    /// answer.
    case noPage(reason: String)
    /// The page comes from a node of another group than this node's.
    case foreignGroup(GroupID, own: GroupID)
    /// The store of this node could not be read when the page came.
    case storeNotRead(FailureCode)
    /// The root of the page could be read, and the rest could not, or is not what was requested. The reason may contain text of
    /// the page.
    case unreadable(reason: String)

    /// The failure of a request whose answer is no page that a node of the group `own` reads.
    public init(_ error: PageError, readIn own: GroupID) {
        switch error {
        case .noReadableRoot(let reason): self = .noPage(reason: reason)
        case .foreignGroup(let group): self = .foreignGroup(group, own: own)
        case .unreadable(let reason): self = .unreadable(reason: reason)
        }
    }

    /// The code of a refusal that a puller follows, or that has a sentence of its own; nil for other failures.
    public var refusal: FailureCode? {
        guard case .refused(let status, let refusal?) = self else { return nil }
        return switch refusal.code {
        case .foreignHost, .notPaired, .peerRemoved, .peerPaused, .pairingRequired: refusal.code
        // The log does not have the position from which a page was requested.
        case .cursorUnknown where status == 409: refusal.code
        default: nil
        }
    }

    /// Whether a peer whose machine is off, asleep or without a network fails in this way.
    package var meansOffline: Bool {
        switch self {
        case .unreachable: code == "unreachable"
        case .brokenOff, .noAnswer, .tooSlow: true
        default: false
        }
    }

    /// Whether both failures have the same cause, whatever text the peer wrote: ``description`` has none.
    package func hasSameCause(as other: Self) -> Bool {
        if case (.foreignGroup(let left, _), .foreignGroup(let right, _)) = (self, other) { return left == right }
        return description == other.description
    }
}
