/// A page of a peer's log. Its contents are claims of the peer until each entry has been verified.
public struct LogPage: Sendable {
    public enum Entry: Sendable {
        /// A message within the limits, not yet verified.
        case message(LogID, Message)
        /// An entry without its message, which has a later id in the peer's log. The digest is that of the message.
        case gone(LogID, Digest)
        /// A message of a later form, which this program cannot read. The digest is only for the marks: it is a claim of
        /// the peer, and another peer may have the message.
        case laterForm(LogID, form: UInt64, Digest)
        /// An entry that is not a valid message.
        case bad(LogID, BadMessage)

        public var id: LogID {
            switch self {
            case .message(let id, _), .gone(let id, _), .laterForm(let id, _, _), .bad(let id, _): id
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

    public init(
        node: PublicKey, name: String, instance: Instance, group: GroupID, low: LogID, high: LogID,
        next: LogPosition, now: UnixTime? = nil
    ) {
        self.node = node
        self.name = name
        self.instance = instance
        self.group = group
        self.low = low
        self.high = high
        self.next = next
        self.now = now
    }
}

/// An entry of a page that is not a valid message: the reason, and its bytes as evidence.
public struct BadMessage: Hashable, Sendable {
    public let reason: Refusal
    /// The first bytes of the entry as received; for a signature that is not valid, the signed form and the signature.
    public let raw: [UInt8]

    public init(reason: Refusal, raw: [UInt8]) {
        self.reason = reason
        self.raw = raw
    }
}
