/// Why a request brought no page of a peer's log, as facts.
///
/// The sentence for the node's owner is in `tidings`, the one for clients in `ChatServer`. A text that the peer wrote is
/// only for the owner.
public enum PullFailure: Error, Hashable, Sendable {
    case unreachable(ConnectionProblem)
    /// The connection broke during the answer.
    case brokenOff(ConnectionProblem)
    /// The answer did not begin within this time.
    case noAnswer(after: Duration)
    /// The answer began, and did not end in time.
    case tooSlow
    /// The answer has more bytes than a page may have.
    case tooLarge
    /// The peer answered with another status than 200; with what it wrote, if that is a `<failure>`.
    case refused(status: Int, Refusal?)
    /// The peer does not answer to this host, the one in its address: 421 with the code `foreign-host`.
    case hostRefused(host: String)
    /// The peer does not know this node's key: 403 with the code `not-paired`.
    case notPaired
    /// The peer's owner has removed this node: 403 with the code `peer-removed`.
    case removed
    /// The peer's owner has paused this node, or has still to confirm it after a restore: 403 with the code `peer-paused`.
    case paused
    /// The peer gives its log out over links only: 403 with the code `pairing-required`.
    case linkRequired
    /// A page names another node than the one that has proven its key.
    case otherNode(PublicKey)
    /// A web page came: another program than a node answers at the peer's address.
    case webPage
    /// The peer's log does not have the position from which the page was requested; with the sentence that the peer wrote.
    case cursorUnknown(sentence: String)
    /// The answer is no page, or its root cannot be read. The reason may contain text of the answer.
    case noPage(reason: String)
    /// The page comes from a node of another group than this node's.
    case foreignGroup(GroupID, own: GroupID)
    /// The store of this node could not be read when the page came.
    case storeNotRead(FailureCode)
    /// The root of the page could be read, the rest could not. The reason may contain text of the page.
    case unreadable(PageHead, reason: String)
    /// The page does not start after the requested position.
    case wrongStart(PageHead)

    /// The failure of a request whose answer is no page that a node of the group `own` reads.
    public init(_ error: PageError, readIn own: GroupID) {
        switch error {
        case .noReadableRoot(let reason): self = .noPage(reason: reason)
        case .foreignGroup(let group): self = .foreignGroup(group, own: own)
        case .unreadable(let reason, let head): self = .unreadable(head, reason: reason)
        }
    }

    /// The head of a page that could not be used; nil if the head could not be read, or if there is no page.
    public var head: PageHead? {
        switch self {
        case .unreadable(let head, _), .wrongStart(let head): head
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

    /// Whether both failures have the same cause, whatever text the peer wrote.
    package func hasSameCause(as other: Self) -> Bool {
        switch (self, other) {
        case (.unreachable(let left), .unreachable(let right)), (.brokenOff(let left), .brokenOff(let right)):
            left == right
        case (.refused(let left, let leftRefusal), .refused(let right, let rightRefusal)):
            left == right && leftRefusal?.code == rightRefusal?.code
        case (.foreignGroup(let left, _), .foreignGroup(let right, _)): left == right
        case (.storeNotRead(let left), .storeNotRead(let right)): left == right
        case (.noAnswer, .noAnswer), (.tooSlow, .tooSlow), (.tooLarge, .tooLarge), (.cursorUnknown, .cursorUnknown),
            (.hostRefused, .hostRefused), (.notPaired, .notPaired), (.removed, .removed), (.paused, .paused),
            (.linkRequired, .linkRequired),
            (.otherNode, .otherNode), (.webPage, .webPage), (.noPage, .noPage), (.unreadable, .unreadable),
            (.wrongStart, .wrongStart):
            true
        default: false
        }
    }
}
