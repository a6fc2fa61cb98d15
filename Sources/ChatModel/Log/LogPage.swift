/// A page of a peer's log. Its contents are claims of the peer until each entry has been verified.
public struct LogPage: Sendable {
    public enum Entry: Sendable {
        /// A message within the limits, not yet verified.
        case message(LogID, Message)
        /// A message that the page does not have, with what the peer says about it.
        case listed(LogID, ListedMessage)
        /// An entry without its message, which has a later id in the peer's log. The digest is that of the message.
        case gone(LogID, Digest)
        /// An entry whose message is damaged at the peer.
        case damaged(LogID, Digest)
        /// A message of a later form, which this program cannot read. The digest is only for the marks: it is a claim of
        /// the peer, and another peer may have the message.
        case laterForm(LogID, form: UInt64, Digest)
        /// An entry that is not a valid message.
        case bad(LogID, Refusal)

        public var id: LogID {
            switch self {
            case .message(let id, _), .listed(let id, _), .gone(let id, _), .damaged(let id, _),
                .laterForm(let id, _, _), .bad(let id, _):
                id
            }
        }

        /// The digest; nil for a bad message.
        package var digest: Digest? {
            switch self {
            case .message(_, let message): message.digest
            case .listed(_, let message): message.digest
            case .gone(_, let digest), .damaged(_, let digest), .laterForm(_, _, let digest): digest
            case .bad: nil
            }
        }
    }

    /// The highest version of a log page that this program reads and writes. It knows all versions from 1 on.
    public static let highestVersion: UInt64 = 1

    public let head: PageHead
    /// The entries, with strictly ascending ids.
    public let entries: [Entry]

    public init(head: PageHead, entries: [Entry]) {
        self.head = head
        self.entries = entries
    }
}

/// What a node says about a message of its log without sending it.
public struct ListedMessage: Hashable, Sendable {
    public let digest: Digest
    public let origin: PublicKey
    public let group: GroupID
    /// Whether the node lacks the message's erasable values.
    public let lacksValues: Bool

    public init(digest: Digest, origin: PublicKey, group: GroupID, lacksValues: Bool = false) {
        self.digest = digest
        self.origin = origin
        self.group = group
        self.lacksValues = lacksValues
    }
}

/// The messages of a log that a page has whole. It lists the others by their digests.
public enum Bodies: String, Hashable, Sendable, CaseIterable {
    case all
    /// Those of the serving node's own origin.
    case own
    case none
}

/// The attributes of a page's root element: the node, the extent of its log, and the position at which the page ends.
public struct PageHead: Hashable, Sendable {
    /// The public key of the node that sends the page.
    public var node: PublicKey
    /// The node name.
    public var name: String
    public var instance: Instance
    /// The node's group.
    public var group: GroupID
    /// The lowest id in the log; 0 if the log is empty.
    public var low: LogID
    /// The highest id in the log; 0 if the log is empty.
    public var high: LogID
    /// The position after which the next page begins.
    public var next: LogPosition
    /// What the node's wall clock said when the node wrote the page; nil if the page does not say it.
    public var now: UnixTime?
    /// Of the answer to a request by digests, how many of these were looked up, from the first on; nil for other pages.
    public var done: Int?
    /// In a chat page, the stamp of the admission by which the node is a member of its group; nil for the founder and for a node of none.
    public var memberSince: Stamp?

    public init(
        node: PublicKey, name: String, instance: Instance, group: GroupID, low: LogID, high: LogID,
        next: LogPosition, now: UnixTime? = nil, done: Int? = nil, memberSince: Stamp? = nil
    ) {
        self.node = node
        self.name = name
        self.instance = instance
        self.group = group
        self.low = low
        self.high = high
        self.next = next
        self.now = now
        self.done = done
        self.memberSince = memberSince
    }
}
