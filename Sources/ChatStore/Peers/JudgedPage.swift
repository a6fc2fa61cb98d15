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
        /// A message of a later form, which only a newer program can read.
        case laterForm(LogID, form: UInt64)
        /// A bad message. The store quarantines it, or counts it as skipped if the peer's quarantine is full.
        case bad(LogID, BadMessage)
    }

    /// The part of the peer's log that a page covers.
    public struct Part: Sendable {
        /// The newest known position before the part.
        public var after: LogPosition
        /// The end of the part; nil for the end of the log, so that the part has everything that the puller will still
        /// read.
        public var through: LogPosition?
        /// The gaps of messages that are not stored, or that the page may have left out. With ``laterForms`` they replace
        /// the earlier gaps of the part.
        public var gaps: [Gap]
        /// The gaps of messages of later forms.
        public var laterForms: [Gap]
        /// The gone entries of the part, each with the gap that remains if its message is not stored after the page. If the
        /// peer is restored to an earlier log, the entry can have its message again, and the later id may not exist.
        public var gone: [(digest: Digest, gap: Gap)] = []
        /// For a page that moves no cursor, the newest position of the puller's cursor. If the store's current cursor is at another
        /// position, the part may belong to another log, and changes no gaps.
        public var newest: LogPosition?
        /// The positions after the entries of the part, as far as they are known.
        public var positions: [LogPosition] = []

        public init(after: LogPosition, through: LogPosition?, gaps: [Gap] = [], laterForms: [Gap] = []) {
            self.after = after
            self.through = through
            self.gaps = gaps
            self.laterForms = laterForms
        }

        /// Adds the gaps of the gone entries whose messages are not stored.
        ///
        /// - Parameter isStored: whether the message with a digest is stored after the page.
        package mutating func addGapsOfGone(isStored: (Digest) throws -> Bool) rethrows {
            gaps += try gone.filter { try !isStored($0.digest) }.map(\.gap)
        }

        /// Returns the id after which the page replaces what is noted about the peer's log: gaps, and evidence.
        ///
        /// - Parameter next: the cursor after the page; nil for a page that moves no cursor.
        package func replacesAfter(at cursors: PeerCursors, to next: Cursor?) -> LogID {
            next.map { cursors.base(ofPageAfter: after, leadingTo: $0).shared } ?? after.id
        }

        /// Changes the gaps and the cursors of a peer to those after this page.
        ///
        /// - Parameters:
        ///   - next: the cursor after the page; nil for a page that moves no cursor.
        ///   - form: the highest form of messages that the program knows.
        package func change(
            _ gaps: inout Gaps, _ cursors: inout PeerCursors, to next: Cursor?, knowing form: UInt64
        ) {
            if let next {
                let base = cursors.base(ofPageAfter: after, leadingTo: next)
                cursors.move(to: next, from: base, passing: positions, gaps)
                gaps.close(after: base.shared, through: nil)
                // No cursor in the store has read the log up to the page.
                if base.position != after { gaps.add(Gap(after: base.position, through: after.id)) }
            } else {
                // After a commit of unknown outcome, the puller goes on from the cursor before it.
                if let newest, newest != cursors.current.newest { return }
                gaps.close(after: after.id, through: through)
            }
            for gap in self.gaps { gaps.add(gap) }
            for gap in laterForms {
                gaps.add(Gap(after: gap.before, first: gap.first, through: gap.last, knownForm: form))
            }
        }
    }

    public var verdicts: [Verdict]
    /// The peer's cursor after the page; nil for a page that moves no cursor.
    public var cursor: Cursor?
    /// The part of the peer's log that the page covers; nil for messages that are no part of a log, such as the answer to a
    /// request by digest. The store then notes no gap for bad messages.
    public var part: Part?
    /// Messages before the page that could not be read or transferred. The store counts them as skipped.
    public var unreadable = 0
    /// Whether the page is the first one of a round through the peer's gaps. The store then counts the skipped messages
    /// anew.
    public var beginsRound = false
    /// For an answer to a request for wanted messages: the last requested message up to which the peer has answered. Nil for
    /// every other page, and if the answer lacks the first requested message.
    public var asked: DueMessage?

    public init(verdicts: [Verdict], cursor: Cursor? = nil, part: Part? = nil, asked: DueMessage? = nil) {
        self.verdicts = verdicts
        self.cursor = cursor
        self.part = part
        self.asked = asked
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
    /// The bad messages of the page that are in the quarantine.
    public var quarantined = 0
    /// The unreadable messages of the page, and the bad ones that did not fit into the peer's quarantine.
    public var skipped = 0
    /// The messages of the page that are of another group.
    public var foreign = 0
    /// The cursors of the peer into other logs than the current one, after the page.
    public var otherCursors: [Cursor] = []
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
