public import ChatModel

/// A page of a peer after each of its messages was judged alone. It is stored in one transaction with the cursor.
public struct JudgedPage: Sendable {
    public enum Verdict: Sendable {
        /// A good message. The store stores it if it does not have it, or lacks values that it has. The store only counts it if
        /// it is of another group.
        case good(VerifiedMessage)
        /// A message that is stored, and adds nothing to what is stored.
        case known
        /// An id whose message has a later id in the peer's log.
        case gone
        /// A message of another group. The store counts it.
        case foreign
        /// A message of a later form, which only a newer program can read. The store notes the id.
        case laterForm(LogID, form: UInt64)
        /// A bad message. The store quarantines it, or counts it as skipped if the peer's quarantine is full.
        case bad(LogID, BadMessage)
        /// An unreadable message. The store counts it as skipped.
        case unreadable(LogID)
    }

    public var verdicts: [Verdict]
    /// The peer's cursor after the page; nil for a page that moves no cursor.
    public var cursor: Cursor?
    /// The lowest id from which a retry is needed, if the page does not prove that it is complete.
    public var retryID: LogID?
    /// For an answer to a request for missing values: the last requested message up to which the peer has answered. Nil for
    /// every other page, and if the answer lacks the first requested message.
    public var asked: DueMessage?

    public init(verdicts: [Verdict], cursor: Cursor?, retryID: LogID? = nil, asked: DueMessage? = nil) {
        self.verdicts = verdicts
        self.cursor = cursor
        self.retryID = retryID
        self.asked = asked
    }
}

/// The result of storing a ``JudgedPage``.
public struct Applied: Hashable, Sendable {
    /// The messages that the page added to the log, or that got their values from it.
    public var stored = 0
    /// The messages of the page that were stored before.
    public var known = 0
    /// The bad messages of the page that are in the quarantine.
    public var quarantined = 0
    /// The unreadable messages of the page, and the bad ones that did not fit into the peer's quarantine.
    public var skipped = 0
    /// The messages of the page that are of another group.
    public var foreign = 0
    /// The messages in the log after the page.
    public var messagesInLog = 0
    public var firstRefused: RefusedMessage?
    public var firstLaterForm: LaterFormMessage?

    public init() {}
}

/// The first message of a page whose form this program does not know.
public struct LaterFormMessage: Hashable, Sendable {
    /// Its id in the peer's log.
    public let id: LogID
    public let form: UInt64

    public init(id: LogID, form: UInt64) {
        self.id = id
        self.form = form
    }
}

/// The first bad message of a page.
public struct RefusedMessage: Hashable, Sendable {
    /// Its id in the peer's log.
    public let id: LogID
    public let refusal: Refusal

    public init(id: LogID, refusal: Refusal) {
        self.id = id
        self.refusal = refusal
    }
}
