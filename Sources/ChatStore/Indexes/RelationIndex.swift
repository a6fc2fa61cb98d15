internal import ChatModel
internal import LMDB

/// The messages that have a relation to another one, by their targets.
struct RelationIndex: LogIndex {
    private let table: SetTable<OneSet, RelationRow>

    init(in transaction: borrowing some Transaction & ~Copyable) throws {
        table = try SetTable(.relations, in: transaction)
    }

    /// So many reactions of one origin to a target count, the oldest, and so many withdrawals.
    static let maximumCount = 100

    /// Whether a target has a deletion by an author: see ``ChatModel/Fields/author(at:)``.
    func hasDeletion(
        of target: Digest, by author: UInt64, in transaction: borrowing some Transaction & ~Copyable
    ) throws -> Bool {
        let start = RelationRow.Start(target, .deletion, author)
        return try table.first(.from(start.lowest, through: start.highest), under: OneSet(), in: transaction) != nil
    }

    /// If a target has at most this number of relations, all are read, and the projection leaves out those that do not count.
    private static let fewCount = 16

    /// Returns the ids of all relations of a target that count: one deletion, the newest edit with those that have its stamp, and the
    /// reactions and their withdrawals. Of a target with few relations, it returns all.
    ///
    /// Nodes with the same messages agree on them, whatever their ids are.
    func ids(of target: PackedMessage, in transaction: borrowing some Transaction & ~Copyable) throws -> [UInt64] {
        let digest = target.bytes[target.digest]
        let (start, end) = (RelationRow.Start(digest, .deletion, 0), RelationRow.Start(digest, .withdrawal, .max))
        let few = try rows(.from(start.lowest, through: end.highest), limit: Self.fewCount + 1, in: transaction)
        guard few.count > Self.fewCount else { return few.map(\.id) }
        let target = try target.unpacked()
        let author = target.fields.author(at: target.origin)
        let deletions = try rows(RelationRow.Start(target.digest, .deletion, author), limit: 1, in: transaction)
        let edits = try rows(
            RelationRow.Start(target.digest, .edit, author), limit: Self.maximumCount, in: transaction)
        let own = deletions + edits.prefix { $0.stamp == edits.first?.stamp }
        return try own.map(\.id) + ids(.reaction, to: target.digest, in: transaction)
            + ids(.withdrawal, to: target.digest, in: transaction)
    }

    /// Returns the ids of the relations of a kind that count, of all origins.
    private func ids(
        _ kind: RelationRow.Kind, to target: Digest, in transaction: borrowing some Transaction & ~Copyable
    ) throws -> [UInt64] {
        var ids: [UInt64] = []
        var next: RelationRow.Start? = RelationRow.Start(target, kind, 0)
        while let start = next {
            next = nil
            let rows = KeyRange.from(start.lowest, through: RelationRow.Start(target, kind, .max).highest)
            guard let found = try table.first(rows, under: OneSet(), in: transaction)?.start else { break }
            ids += try self.ids(found, in: transaction)
            if found.source < .max { next = RelationRow.Start(target, kind, found.source + 1) }
        }
        return ids
    }

    /// Whether a message has relations.
    func hasRelations(to target: Digest, in transaction: borrowing some Transaction & ~Copyable) throws -> Bool {
        let lowest = RelationRow.Start(target, .deletion, 0).lowest
        let first = try table.first(KeyRange(lower: .inclusive(lowest)), under: OneSet(), in: transaction)
        return first?.start.hasTarget(of: lowest.start) == true
    }

    /// Whether each of some messages has relations.
    ///
    /// - Parameter targets: the digests of the messages.
    func haveRelations(
        toTargets targets: [ArraySlice<UInt8>], in transaction: borrowing some Transaction & ~Copyable
    ) throws -> [Bool] {
        let lowest = targets.map { RelationRow.Start($0, .deletion, 0).lowest }
        return zip(try table.firsts(from: lowest, under: OneSet(), in: transaction), lowest).map { first, lowest in
            first?.start.hasTarget(of: lowest.start) == true
        }
    }

    /// Returns the ids of the newest edits of a target by an author, the newest first.
    func editIDs(
        of target: Digest, by author: UInt64, limit: Int, in transaction: borrowing some Transaction & ~Copyable
    ) throws -> [UInt64] {
        try rows(RelationRow.Start(target, .edit, author), limit: limit, in: transaction).map(\.id)
    }

    /// Returns the newest stamp that a message with these fields has to follow, so that it counts; nil without one.
    func newestStamp(
        before fields: Fields, at origin: PublicKey, in transaction: borrowing some Transaction & ~Copyable
    ) throws -> Stamp? {
        guard let relation = Relation(fields) else { return nil }
        return try RelationRow.Kind.allCases.compactMap { kind in
            let start = RelationRow.Start(relation.target, kind, kind.source(of: fields, at: origin))
            return try table.last(.from(start.lowest, through: start.highest), under: OneSet(), in: transaction)?.stamp
        }.max()
    }

    /// Returns the ids of all deletions.
    ///
    /// - Complexity: O(n) in the relations.
    func deletionIDs(in transaction: borrowing some Transaction & ~Copyable) throws -> [UInt64] {
        var ids: [UInt64] = []
        try table.scanPairs(in: transaction) { _, row in
            if row.start.kind == .deletion { ids.append(row.id) }
            return .next
        }
        return ids
    }

    /// The edits of one target that a deletion erases, so that no transaction is long. Earlier ones are not shown.
    static let maximumErased = 1000

    private func rows(
        _ start: RelationRow.Start, limit: Int, in transaction: borrowing some Transaction & ~Copyable
    ) throws -> [RelationRow] {
        try rows(
            .from(start.lowest, through: start.highest), limit: limit, reversed: start.kind == .edit, in: transaction)
    }

    private func rows(
        _ range: KeyRange<RelationRow>, limit: Int, reversed: Bool = false,
        in transaction: borrowing some Transaction & ~Copyable
    ) throws -> [RelationRow] {
        var rows: [RelationRow] = []
        try table.scan(range, under: OneSet(), in: transaction, reversed: reversed, limit: limit) { row in
            rows.append(row)
            return .next
        }
        return rows
    }

    private func ids(_ start: RelationRow.Start, in transaction: borrowing some Transaction & ~Copyable) throws
        -> [UInt64]
    {
        var rows = try rows(start, limit: Self.maximumCount + 1, in: transaction)
        if rows.count > Self.maximumCount, let further = rows.last { rows.removeAll { $0.stamp == further.stamp } }
        return rows.map(\.id)
    }

    /// The number of messages with a relation.
    func count(in transaction: borrowing some Transaction & ~Copyable) throws -> Int {
        try table.count(under: OneSet(), in: transaction)
    }

    func insert(_ entry: LogEntry, in transaction: inout WriteTransaction) throws {
        guard let row = RelationRow(entry) else { return }
        try table.insert(row, under: OneSet(), in: &transaction)
    }

    func remove(_ entry: LogEntry, in transaction: inout WriteTransaction) throws {
        guard let row = RelationRow(entry) else { return }
        try table.remove(row, under: OneSet(), in: &transaction)
    }

    /// A relation stays when its values are erased.
    func replace(_ old: LogEntry, with new: LogEntry, in transaction: inout WriteTransaction) {}

    func problem(with entry: LogEntry, in transaction: borrowing ReadTransaction) throws -> StoreProblem? {
        guard let row = RelationRow(entry), try !table.contains(row, under: OneSet(), in: transaction) else {
            return nil
        }
        return .bookkeeping("Message \(entry.id) is missing among the relations of its target.")
    }

    /// The ids of all entries must differ: a message has one relation.
    func checkTables(_ check: StoreCheck, in transaction: borrowing ReadTransaction) {
        var ids: Set<UInt64> = []
        let count = check.scan(table, in: transaction) { _, row in ids.insert(row.id) }
        if ids.count != count || count > check.messages {
            check.note(.bookkeeping("The index of relations has \(count) entries for \(ids.count) messages."))
        }
    }
}

/// A relation of a message: the first bytes of the target's digest (16 bytes), the kind (1 byte), the source (8 bytes), the stamp (8 bytes) and
/// the id (4 bytes) of the message.
///
/// The source is the author of an edit and of a deletion, see ``ChatModel/Fields/author(at:)``, and the first bytes of the origin of others.
/// Nobody can find two digests that begin alike, so the first bytes of the target are enough. Two origins that do are one for
/// ``RelationIndex/maximumCount`` only.
struct RelationRow: SetElement, Equatable {
    enum Kind: UInt8, CaseIterable {
        case deletion = 1
        case edit = 2
        case reaction = 3
        case withdrawal = 4
    }

    /// The part that the rows of one source have in common.
    struct Start: Equatable {
        /// The first 8 bytes of the target's digest, and the next 8.
        private let target: UInt64
        private let targetRest: UInt64
        let kind: Kind
        let source: UInt64

        /// - Parameter target: a digest, or its first 16 bytes.
        init(_ target: ArraySlice<UInt8>, _ kind: Kind, _ source: UInt64) {
            self.target = UInt64(bigEndian: target.prefix(8))
            targetRest = UInt64(bigEndian: target.dropFirst(8).prefix(8))
            (self.kind, self.source) = (kind, source)
        }

        init(_ target: Digest, _ kind: Kind, _ source: UInt64) { self.init(target.bytes[...], kind, source) }

        fileprivate func hasTarget(of other: Start) -> Bool { target == other.target && targetRest == other.targetRest }

        fileprivate init(decoding bytes: RawSpan) throws {
            (target, targetRest) = (try bytes.bigEndian(at: 0), try bytes.bigEndian(at: 8))
            guard let kind = Kind(rawValue: try bytes.bigEndian(at: 16)) else { throw MalformedRecord() }
            (self.kind, source) = (kind, try bytes.bigEndian(at: 17))
        }

        fileprivate func encode(into bytes: inout OutputRawSpan) {
            bytes.append(bigEndian: target)
            bytes.append(bigEndian: targetRest)
            bytes.append(kind.rawValue)
            bytes.append(bigEndian: source)
        }

        var lowest: RelationRow { RelationRow(start: self, stamp: Stamp(rawValue: 0), id: 0) }
        var highest: RelationRow { RelationRow(start: self, stamp: Stamp(rawValue: .max), id: UInt64(UInt32.max)) }
    }

    static let byteCount = 37

    let start: Start
    let stamp: Stamp
    let id: UInt64

    private init(start: Start, stamp: Stamp, id: UInt64) {
        (self.start, self.stamp, self.id) = (start, stamp, id)
    }

    /// Returns nil for a record without a relation.
    init?(_ entry: LogEntry) {
        guard case .message(let message) = entry.body, let relation = Relation(message) else { return nil }
        let kind = Kind(relation)
        let start = Start(relation.target, kind, kind.source(of: message.fields, at: message.origin))
        self.init(start: start, stamp: message.stamp, id: entry.id.rawValue)
    }

    func encode(into bytes: inout OutputRawSpan) {
        start.encode(into: &bytes)
        bytes.append(bigEndian: stamp.rawValue)
        bytes.append(bigEndian: UInt32(clamping: id))
    }

    init(decoding bytes: RawSpan) throws {
        try bytes.requireCount(Self.byteCount)
        start = try Start(decoding: bytes)
        stamp = Stamp(rawValue: try bytes.bigEndian(at: 25))
        id = UInt64(try bytes.bigEndian(at: 33, as: UInt32.self))
    }
}

extension RelationRow.Kind {
    /// Returns the source of a relation of this kind.
    func source(of fields: Fields, at origin: PublicKey) -> UInt64 {
        switch self {
        case .deletion, .edit: fields.author(at: origin)
        case .reaction, .withdrawal: UInt64(bigEndian: origin.bytes.prefix(8))
        }
    }

    init(_ relation: Relation) {
        self =
            switch relation {
            case .deletion: .deletion
            case .edit: .edit
            case .reaction: .reaction
            case .withdrawal: .withdrawal
            }
    }
}

extension Tables {
    /// Indexes the relations and the details of rooms of a store of a version that knew none. That version wrote no message with a
    /// relation, but stored those of others as texts.
    ///
    /// - Complexity: O(n)
    func findRelations(in transaction: inout WriteTransaction) throws {
        var entries: [LogEntry] = []
        try log.scan(in: transaction) { key, bytes in
            let id = LogID(key: key)
            if case .message(let message)? = try? recordFormat.record(bytes, at: id).content,
                message.mayBeChange
            {
                entries.append(try recordFormat.entry(bytes, at: id))
            }
            return .next
        }
        for entry in entries {
            try roomDetailIndex.insert(entry, in: &transaction)
            guard RelationRow(entry) != nil, case .message(let message) = entry.body else { continue }
            let shown = DisplayOrderKey(message, message.stamp.displayStamp(arrival: entry.arrival), entry.id.rawValue)
            try displayOrderIndex.table.remove(shown.rank, under: shown.room, in: &transaction)
            try roomIndex.remove(entry, in: &transaction)
            try newestRoomIndex.remove(entry, in: &transaction)
            try roomIndex.insert(entry, in: &transaction)
            try relationIndex.insert(entry, in: &transaction)
        }
    }
}
