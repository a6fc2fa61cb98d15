public import ChatModel

/// A page from a peer after each part of it has been judged alone, and the cursor it moves: one transaction.
public struct JudgedPage: Sendable {
    public enum Verdict: Sendable {
        /// Good; stored unless its digest is held.
        case good(VerifiedMessage)
        /// Held already.
        case known
        /// Let go by the peer: another peer may still have it.
        case gone
        /// Not good: kept as evidence while the peer's share lasts.
        case bad(LogID, BadMessage)
        /// Could not be read at all: counted.
        case unreadable(LogID)
    }

    public var verdicts: [Verdict]
    /// The peer's cursor after the page; nil for a page that moves no cursor.
    public var cursor: Cursor?
    /// Where a retry has to begin, if it is not shown that the page holds all of its part of the log.
    public var retryFrom: LogID?

    public init(verdicts: [Verdict], cursor: Cursor?, retryFrom: LogID? = nil) {
        self.verdicts = verdicts
        self.cursor = cursor
        self.retryFrom = retryFrom
    }
}

/// What a page brought.
public struct Applied: Hashable, Sendable {
    /// Messages stored.
    public var stored = 0
    /// Messages that were held already.
    public var known = 0
    /// Bad messages for which there is evidence in the quarantine.
    public var quarantined = 0
    /// Messages counted only: unreadable, or beyond the peer's share of the quarantine.
    public var skipped = 0
    /// Messages held afterwards.
    public var messagesHeld = 0
    /// Which of those that were not good was the first, and why: `id 5: …`.
    public var firstReason: String?

    public init() {}
}

/// Where the node stands with a peer.
public struct PeerStanding: Hashable, Sendable {
    public let cursor: Cursor
    public let quarantineEntries: Int
    public let quarantineBytes: Int
    /// Messages counted only.
    public let skipped: Int
    /// The lowest id that the peer gave to what is in quarantine, counted only, or left out: where a retry begins.
    public let lowestNotStored: LogID?

    init(_ record: PeerRecord) {
        cursor = record.cursor
        quarantineEntries = Int(clamping: record.quarantine.entries)
        quarantineBytes = Int(clamping: record.quarantine.bytes)
        skipped = Int(clamping: record.skipped)
        lowestNotStored = record.lowestNotStored == .zero ? nil : record.lowestNotStored
    }
}

/// An entry of the quarantine.
public struct QuarantinedMessage: Hashable, Sendable {
    /// The id that the peer gave it.
    public let id: LogID
    public let arrival: UnixTime
    public let reason: FailureCode
    public let raw: [UInt8]
}
