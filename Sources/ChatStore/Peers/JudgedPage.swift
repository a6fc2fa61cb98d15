public import ChatModel

/// What a peer has sent, after each of its messages was judged alone, and what follows from it about the peer's log. It is
/// stored in one transaction.
public struct JudgedPage: Sendable {
    public enum Verdict: Sendable {
        /// A good message. The store stores it if it does not have it, or lacks values that it has. The store only counts it if
        /// it is of another group.
        case good(VerifiedMessage)
        /// A message that is stored, and to which the peer's adds nothing.
        case known
        /// An entry without its message, which this node lacks, or of which it lacks the values.
        case wanted
        /// An entry without its message, which this node lacks, of an origin of which this node has taken in as much as it does in a
        /// day. The log is read again later.
        case waiting(Digest, PublicKey)
        /// A message of another group, with its digest if it came whole. The store counts it.
        case foreign(Digest?)
        /// A message of an origin that is no known member, with its digest if it came whole. The store counts it, and the log is read
        /// again when a further key is known.
        case stranger(Digest?)
        /// A message of a later form, which only a newer program can read.
        case laterForm(LogID, form: UInt64)
        /// A message that its digest proves to be bad: no good message has this digest. The store counts it.
        case refused(LogID, Refusal, Digest)
        /// What came is not a message with the digest of its entry. It counts as bad, and the message stays wanted.
        case unusable(LogID, Refusal)
    }

    public var verdicts: [Verdict]
    /// How the peer's settled position moves; nil if it does not.
    public var settling: Settling?
    /// New exceptions of the peer.
    public var exceptions: [PeerException] = []
    /// Exceptions of the peer that end if their messages are stored or refused after this page.
    public var asked: [PeerException] = []
    /// The rules by which the verdicts were found; nil for a page without entries.
    public var rules: IntakeRules?
    /// ``StoredPeer/rewinds`` when the reader of the log began; nil if that is not known. A page of a former reading moves nothing.
    public var rewinds: UInt64?
    /// Whether the messages were in the log when this node first read it: then they are not counted.
    public var isHistory = false
    /// Of an answer to a request for damaged messages and missing values: the last one for which the peer was asked.
    public var due: DueMessage?

    /// Whether the page has entries that the node passed, and might store by other ``IntakeRules``.
    var hasPassed: Bool {
        verdicts.contains { verdict in
            switch verdict {
            case .foreign, .stranger: true
            default: false
            }
        }
    }

    /// The admissions among the good messages. Their authors need not be members.
    var admissions: [Statement] {
        verdicts.compactMap { verdict in
            guard case .good(let verified) = verdict, case .admission(let admission)? = Statement(verified.message)
            else { return nil }
            return .admission(admission)
        }
    }

    public init(verdicts: [Verdict] = [], settling: Settling? = nil) {
        (self.verdicts, self.settling) = (verdicts, settling)
    }
}

/// What decides which messages of peers a node takes in.
public struct IntakeRules: Hashable, Sendable {
    public let group: GroupID
    /// The statements about members in the log.
    public let statements: Int
}

/// How a peer's settled position moves.
public enum Settling: Sendable {
    /// The log was read from the settled position on, without a gap.
    ///
    /// - Parameters:
    ///   - after: the settled position. If the store has another one, nothing moves.
    ///   - wants: the messages that the log names there, by ascending positions, as far as they were not stored when they were
    ///     read. The settled position stays before the first one that is not stored now.
    ///   - end: how far the log was read.
    ///   - passing: the positions in the part that was read last.
    case forward(after: LogPosition, wants: [UnsettledMessage], end: LogPosition, passing: [LogPosition])
    /// The log is read again from an earlier position on, or another log of the peer from a position on. The exceptions from there
    /// on end: what the log names is wanted again.
    case back(to: LogPosition, isOtherLog: Bool)
}

/// A message that a peer's log names, and that has to be stored before the settled position passes it.
public struct UnsettledMessage: Hashable, Sendable {
    /// The position of the entry before.
    public let before: LogPosition
    public let digest: Digest
    /// Whether the peer has values of the message that this node lacks.
    public let needsValues: Bool

    public init(after before: LogPosition, _ digest: Digest, needsValues: Bool) {
        (self.before, self.digest, self.needsValues) = (before, digest, needsValues)
    }
}

/// The result of storing a ``JudgedPage``.
public struct Applied: Hashable, Sendable {
    /// The messages that the page added to the log, or that got their values from it.
    public var stored = 0
    /// Those of the stored messages whose records were damaged.
    public var healed = 0
    /// The messages of the page that were stored before.
    public var known = 0
    public var refused = 0
    /// The messages in the log after the page.
    public var messagesInLog = 0
    /// The digests of the messages that the page added, and of those that it proves to be bad.
    public var ended: Set<Digest> = []
    /// The messages of the page that are of another group, or of strangers.
    public var foreign = 0
    /// The digests of those that came whole.
    package var passed: Set<Digest> = []
    /// The messages of the page that are not stored because of what this node has taken in of their origins today, by their digests.
    public var waiting: [Digest: PublicKey] = [:]
    /// How far the peer's logs are read, after the page.
    package var cursors = PeerCursors.start
    /// What this node has of the peer's log, after the page.
    package var claim = SettledClaim()
    public var firstRefused: RefusedMessage?
    public var firstLaterForm: LaterFormMessage?

    public init() {}

    /// The messages that the peer's settled position may pass: none of them is wanted any more.
    package var settled: Set<Digest> { ended.union(passed).union(waiting.keys) }
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
