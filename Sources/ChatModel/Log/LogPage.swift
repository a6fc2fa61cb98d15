/// A run of one log, as a peer sends it. What it says is the peer's claim until each part has been judged.
public struct LogPage: Sendable {
    public enum Entry: Sendable {
        /// A message within the limits, not yet verified.
        case message(LogID, Message)
        /// A message whose body was let go.
        case gone(LogID, Digest)
        /// Something that is no message.
        case bad(LogID, BadMessage)

        public var id: LogID {
            switch self {
            case .message(let id, _), .gone(let id, _), .bad(let id, _): id
            }
        }
    }

    public let head: PageHead
    /// Ids strictly ascending.
    public let entries: [Entry]

    public init(head: PageHead, entries: [Entry]) {
        self.head = head
        self.entries = entries
    }
}

/// The attributes of a page's root: whose log, which part of it, and where to go on.
public struct PageHead: Hashable, Sendable {
    public var node: PublicKey
    /// What the node's owner calls it.
    public var name: String
    public var instance: Instance
    /// The first id held; 0 in an empty log.
    public var low: LogID
    /// The last id held; 0 in an empty log.
    public var high: LogID
    /// What to ask with next.
    public var next: LogPosition

    public init(node: PublicKey, name: String, instance: Instance, low: LogID, high: LogID, next: LogPosition) {
        self.node = node
        self.name = name
        self.instance = instance
        self.low = low
        self.high = high
        self.next = next
    }
}

/// Something in a page that is no message: why, and what stood there, as evidence.
public struct BadMessage: Hashable, Sendable {
    public let reason: Refusal
    /// The bytes as they were received, as far as they are kept.
    public let raw: [UInt8]

    public init(reason: Refusal, raw: [UInt8]) {
        self.reason = reason
        self.raw = raw
    }
}
