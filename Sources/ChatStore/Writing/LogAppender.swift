internal import ChatModel
internal import LMDB

/// Appends to the log in one transaction.
///
/// It reads the next id, the last mark and the newest stamp from the store at the start of each transaction, and writes them
/// at its end: see ``finish(in:)``. It does not keep them between transactions, so a failed commit leaves no wrong number.
struct LogAppender {
    let tables: Tables
    let ids: IDReserve
    /// The node's public key.
    let origin: PublicKey
    private let buildDate: UnixTime
    let isClockSet: Bool
    /// The arrival of the next record that this transaction appends.
    private(set) var now: UnixTime
    /// The founder of the node's group; nil if the node is in no group.
    private(set) var founder: PublicKey?
    /// The node's group.
    private(set) var group: GroupID
    /// The messages of other nodes of which no values are kept; nil before the first such message.
    private var dropped: MessagesOfOrigins?
    var nextID: UInt64
    /// Whether this lifetime has claimed ids, in the store or in this transaction.
    var isClaimed: Bool
    /// The ids that this transaction leaves out because an own message came back from a peer.
    var jump: IDJump?
    /// The damage that this transaction has noted.
    var notedDamage = NotedDamage()
    private var end: LogPosition
    /// The id of the last record before this transaction.
    private let storedEnd: LogID
    var numbers: Numbers
    /// The stamp that a new message has to follow; nil if there is none.
    private var newest: Stamp?
    /// Whether this transaction has called ``settle(in:)``.
    private var isSettled = false
    /// Whether an admission to the node's group was appended.
    private var hasAdmitted = false
    /// Whether a statement or an address record was appended.
    private(set) var changesMembers = false
    /// The removals of the transaction.
    private var removals: [Removal] = []
    /// The topics of the appended messages.
    private(set) var topics: Set<CommitSignal.Topic> = []

    /// The id of the last record.
    var high: LogID { end.id }

    init(
        _ tables: Tables, ids: IDReserve, origin: PublicKey, wallClock: UnixTime, buildDate: UnixTime,
        in transaction: borrowing WriteTransaction
    ) throws {
        self.tables = tables
        self.ids = ids
        self.origin = origin
        self.buildDate = buildDate
        isClockSet = wallClock >= buildDate
        founder = try tables.founder(in: transaction)
        group = founder.map(GroupID.init(founder:)) ?? .none
        isClaimed = try tables.meta.get(.lifetime, in: transaction) == ids.start.lifetime
        nextID = max(try tables.meta.get(.nextID, in: transaction) ?? 1, ids.next)
        end = try LogReader(tables: tables).end(in: transaction)
        storedEnd = end.id
        numbers = try Numbers(tables.meta, in: transaction)
        now = HybridClock.now(wallClock: wallClock, buildDate: buildDate, latestArrival: numbers.latestArrival)
    }

    /// Puts the node into the group of a founder. Messages of the group that its peers have are then stored, too, so each log is
    /// read again.
    mutating func enterGroup(of founder: PublicKey, in transaction: inout WriteTransaction) throws {
        try tables.putFounder(founder, in: &transaction)
        try tables.forgetPositions(in: &transaction)
        self.founder = founder
        group = GroupID(founder: founder)
    }

    /// Finds the stamp that new messages have to follow, once before the first record.
    ///
    /// - Throws: as ``reserveNextID(in:)``.
    mutating func settle(in transaction: inout WriteTransaction) throws {
        try reserveNextID(in: &transaction)
        guard !isSettled else { return }
        if let end = try tables.log.last(in: transaction), !tables.recordFormat.isWhole(end.value, at: UInt64(end.key))
        {
            try continueAfterDamage(UInt64(end.key), in: &transaction)
        }
        try correctDamageTimes(in: &transaction)
        newest = try newest(through: horizon, in: transaction)
        isSettled = true
    }

    /// The latest stamp that a new message has to follow.
    private var horizon: Stamp {
        isClockSet ? HybridClock.horizon(now: now) : HybridClock.horizonOfUnsetClock(buildDate: buildDate)
    }

    /// Notes the damage of the last records, so that the next record continues from the mark that the last one had.
    private mutating func continueAfterDamage(_ id: UInt64, in transaction: inout WriteTransaction) throws {
        let (damaged, mark) = try lastKnownMark(in: transaction)
        if !damaged.isEmpty {
            let digests = try tables.digestIndex.digests(of: Set(damaged), in: transaction)
            _ = try noteDamage(damaged, candidates: digests, in: &transaction)
        }
        end = try LogReader(tables: tables).end(in: transaction)
        guard end.id.rawValue == id, try isUnidentified(id, in: transaction) else { return }
        // Nobody will find the mark of this record. So the chain goes on without it.
        end = LogPosition(id: end.id, mark: damaged.isEmpty ? mark : try lastKnownMark(in: transaction).mark)
    }

    /// Returns the mark of the last record whose mark is known, and the ids of the damaged records after it.
    private func lastKnownMark(
        in transaction: borrowing WriteTransaction
    ) throws -> (damaged: [UInt64], mark: Mark) {
        var damaged: [UInt64] = []
        var mark: Mark?
        try tables.log.scan(in: transaction, reversed: true) { key, record in
            mark = try tables.mark(of: record, at: UInt64(key), in: transaction)
            guard mark == nil else { return .stop }
            damaged.append(UInt64(key))
            return .next
        }
        return (damaged, mark ?? .zero)
    }

    private func isUnidentified(_ id: UInt64, in transaction: borrowing WriteTransaction) throws -> Bool {
        try tables.damagedRecords.get(UInt32(clamping: id), in: transaction)?.state == .unidentified
    }

    /// Returns the largest stamp, or the newest display stamp if the largest stamp is too far ahead.
    private func newest(through horizon: Stamp, in transaction: borrowing WriteTransaction) throws -> Stamp? {
        if numbers.largestStamp <= horizon { return numbers.largestStamp }
        // Display stamps are beyond the horizon only after the clock was set back.
        if numbers.largestShown <= horizon { return numbers.largestShown }
        return try tables.displayOrderIndex.newest(through: horizon, in: transaction)
    }

    /// Stores the numbers that the appended messages have changed, and the last messages of their rooms. The writer calls this once before the commit.
    func finish(in transaction: inout WriteTransaction) throws {
        // A jump alone gives no id.
        guard !topics.isEmpty else { return }
        if hasAdmitted { try readStrangersAgain(in: &transaction) }
        // Whoever is removed may have an open invitation of this node, and would come back with it.
        if !removals.isEmpty, let membership = try tables.membership(in: transaction),
            removals.contains(where: membership.isEnded)
        {
            try tables.pairing.voidInvitations(in: &transaction)
        }
        try tables.meta.put(.largestStamp, numbers.largestStamp.rawValue, in: &transaction)
        try tables.meta.put(.largestShown, numbers.largestShown.rawValue, in: &transaction)
        try tables.meta.put(.latestArrival, numbers.latestArrival.milliseconds, in: &transaction)
        try tables.meta.put(.nextID, end.id.rawValue + 1, in: &transaction)
        let rooms = topics.compactMap { if case .messages(let room) = $0 { RoomPrefix(room) } else { nil } }
        try tables.newestRoomIndex.update(rooms, since: storedEnd.rawValue + 1, in: &transaction)
    }

    /// Returns the stamp of a message that this node writes now.
    ///
    /// - Parameter earlier: a stamp that it has to follow, also if it is far ahead of the clock; nil for none.
    /// - Throws: ``StoreError`` with `ids-exhausted`; ``LMDBError``.
    mutating func nextStamp(after earlier: Stamp? = nil, in transaction: inout WriteTransaction) throws -> Stamp {
        try settle(in: &transaction)
        return HybridClock.stamp(now: now, newest: earlier.map { max(newest ?? $0, $0) } ?? newest)
    }

    private mutating func noteMembers(_ message: Message) {
        let statement = Statement(message)
        switch statement {
        case .admission: hasAdmitted = true
        case .removal(let removal): removals.append(removal)
        case nil: break
        }
        if statement != nil || AddressRecord(message) != nil { changesMembers = true }
    }

    /// Whether no values of a message are kept.
    private mutating func drops(_ message: Message, in transaction: borrowing WriteTransaction) throws -> Bool {
        guard message.origin != origin else { return false }
        if dropped == nil { dropped = try tables.dropped(in: transaction) }
        guard let dropped, !dropped.isEmpty else { return false }
        return dropped.contains(PackedMessage(message))
    }

    /// Stores a message. The caller has checked that no message with its digest is stored.
    ///
    /// - Parameters:
    ///   - isErased: whether this node erased the values of the message. Then it is stored without them, as a deleted one and one of a
    ///     dropped origin is.
    ///   - isNew: whether this node has just written the message, so that nothing can have deleted it.
    /// - Throws: ``StoreError`` with `ids-exhausted` before anything is written; ``LMDBError``.
    mutating func append(
        _ verified: VerifiedMessage, isErased: Bool = false, isNew: Bool = false, in transaction: inout WriteTransaction
    ) throws -> LogID {
        try settle(in: &transaction)
        let relation = Relation(verified.message)
        var isErased = try isErased || drops(verified.message, in: transaction)
        if !isErased, !isNew || relation != nil {
            isErased = try tables.isDeleted(verified.message, relation, in: transaction)
        }
        // All that a further deletion of the same author would erase is erased already.
        var deleted: Digest?
        if case .deletion(let target) = relation,
            try !tables.hasDeletion(of: target, byAuthorOf: verified.message, in: transaction)
        {
            deleted = target
        }
        let message = isErased ? verified.message.withoutErasableValues : verified.message
        let id = nextID
        let mark = end.mark.appending(message.digest)
        let position = LogPosition(id: LogID(key: id), mark: mark)
        let entry = LogEntry(
            position: position, arrival: now, body: .message(message),
            isErased: isErased && message.fields.lacksValues)
        try tables.log.append(UInt32(clamping: id), tables.recordFormat.encode(entry), in: &transaction)
        try tables.indexes.insert(entry, in: &transaction)
        nextID = id + 1
        end = position
        let shown = message.stamp.displayStamp(arrival: now)
        let followed = message.stamp <= horizon ? message.stamp : shown
        newest = max(newest ?? followed, followed)
        numbers.largestStamp = max(numbers.largestStamp, message.stamp)
        numbers.largestShown = max(numbers.largestShown, shown)
        numbers.latestArrival = max(numbers.latestArrival, now)
        if !isClockSet { now = HybridClock.unset(after: now, buildDate: buildDate) }
        topics.insert(.messages(message.fields.room))
        if message.origin == origin { topics.insert(.own) }
        if message.fields.hasText { topics.insert(.texts(message.fields.room)) }
        if message.group == group, group != .none { noteMembers(message) }
        if let deleted { try tables.erase(deleted, deletedBy: message, in: &transaction) }
        return end.id
    }
}

extension LogAppender {
    /// The numbers that follow from the messages.
    struct Numbers {
        /// The largest stamp of all messages.
        var largestStamp: Stamp
        /// The largest display stamp of all messages.
        var largestShown: Stamp
        /// The latest arrival of all records; 1970 for an empty store.
        var latestArrival: UnixTime

        init(_ meta: Table<Meta, UInt64>, in transaction: borrowing WriteTransaction) throws {
            largestStamp = Stamp(rawValue: try meta.get(.largestStamp, in: transaction) ?? 0)
            largestShown = Stamp(rawValue: try meta.get(.largestShown, in: transaction) ?? 0)
            latestArrival = UnixTime(milliseconds: try meta.get(.latestArrival, in: transaction) ?? 0)
        }
    }
}
