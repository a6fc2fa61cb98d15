internal import ChatModel
internal import LMDB

/// Reads the log in one transaction.
struct LogReader {
    let tables: Tables
    /// The node's public key, for a query that wants only messages of its own whole.
    var node: PublicKey?

    /// - Throws: ``StoreError`` with `cursor-unknown`; ``LMDBError``.
    func slice(_ query: LogQuery, in transaction: borrowing ReadTransaction) throws -> LogSlice {
        let end = try self.end(in: transaction)
        var collector = Collector(query, of: node, tables.recordFormat)
        var done: Int?
        switch query.range {
        case .from(.after(let id, let mark)):
            if let mark { try check(LogPosition(id: id, mark: mark), in: transaction) }
            if query.refusesUnknownIDs, id > end.id { throw StoreError.positionUnknown(id) }
            try scan(query.room, after: id, into: &collector, in: transaction)
        case .from(.newestCommon(let cursor)):
            let common = try newestCommon(of: cursor, in: transaction)
            try scan(query.room, after: common, into: &collector, in: transaction)
        case .before(let id):
            try scan(query.room, before: id, into: &collector, in: transaction)
        case .newest:
            try scan(query.room, before: nil, into: &collector, in: transaction)
        case .shownBefore(let id):
            let key = try displayOrderKey(of: id, in: query.room, in: transaction)
            try scan(query.room, shown: .before(key.rank), reversed: true, into: &collector, in: transaction)
        case .shownAfter(.zero):
            try scan(query.room, shown: .all, reversed: false, into: &collector, in: transaction)
        case .shownAfter(let id):
            let key = try displayOrderKey(of: id, in: query.room, in: transaction)
            try scan(query.room, shown: .after(key.rank), reversed: false, into: &collector, in: transaction)
        case .newestShown:
            try scan(query.room, shown: .all, reversed: true, into: &collector, in: transaction)
        case .digests(let digests):
            done = try collect(digests, into: &collector, in: transaction)
        case .edits(let target):
            try collect(editsOf: target, upTo: query.limit, into: &collector, in: transaction)
        }
        var next = collector.next(in: query.range, end: end)
        var hasOnlyUnseen = false
        if query.folds {
            let projected =
                try !query.range.isForwards
                ? projected(
                    collector.records, hidden: collector.hidden, byteLimit: query.byteLimit, in: transaction)
                : folded(
                    collector.records, in: query.room, hidden: collector.hidden, byteLimit: query.byteLimit, transaction
                )
            hasOnlyUnseen = projected.records.isEmpty && !collector.records.isEmpty
            if case .digests(let digests) = query.range {
                done = Self.done(digests, among: collector.records.dropFirst(projected.records.count)) ?? done
            }
            (collector.records, next) = (projected.records, projected.end ?? next)
        }
        if query.range.namesMessages { collector.records.sort { $0.id < $1.id } }
        if query.contents == .messages { try markFormer(&collector.records, in: transaction) }
        return LogSlice(
            records: query.range.isBackwards ? collector.records.reversed() : collector.records,
            group: try tables.group(in: transaction),
            low: try low(in: transaction),
            high: end.id,
            next: next,
            isRange: query.range.isForwards,
            damaged: collector.damaged, done: done,
            memberSince: query.contents == .messages ? try memberSince(in: transaction) : nil,
            hasOnlyUnseen: hasOnlyUnseen)
    }

    private func memberSince(in transaction: borrowing ReadTransaction) throws -> Stamp? {
        guard let node, let digest = try tables.membership(in: transaction)?.lastAdmission(of: node)?.digest else {
            return nil
        }
        return try tables.lastMembership.stamp(of: digest) {
            guard case .message(let message)? = try tables.entry(digest, in: transaction)?.body else { return nil }
            return message.stamp
        }
    }

    /// Marks the messages that came after the origin's membership had ended, or after a person had removed the origin here.
    private func markFormer(_ records: inout [StoredRecord], in transaction: borrowing ReadTransaction) throws {
        guard let membership = try tables.membership(in: transaction) else { return }
        var removals: [ArraySlice<UInt8>: Tables.RemovalHere?] = [:]
        for index in records.indices {
            guard case .message(let message) = records[index].content else { continue }
            let origin = message.bytes[message.origin]
            if removals[origin] == nil {
                let key = try PublicKey(bytes: Array(origin))
                removals[origin] = .some(try tables.removalHere(of: key, in: membership, transaction))
            }
            switch removals[origin] {
            case .id(let id): records[index].isOfFormer = records[index].id > id
            case .time(let time): records[index].isOfFormer = records[index].arrival > time
            case nil, .some(nil): break
            }
        }
    }

    /// Returns the last record's position; the start if the log is empty.
    func end(in transaction: borrowing some Transaction & ~Copyable) throws -> LogPosition {
        guard let last = try tables.log.last(in: transaction) else { return .start }
        guard
            let mark = try tables.mark(of: last.value, at: UInt64(last.key), in: transaction)
                ?? Record.mark(of: last.value)
        else { throw MalformedRecord() }
        return LogPosition(id: LogID(key: last.key), mark: mark)
    }

    private func low(in transaction: borrowing ReadTransaction) throws -> LogID {
        try tables.log.first(in: transaction).map { LogID(key: $0.key) } ?? .zero
    }

    private func check(_ position: LogPosition, in transaction: borrowing ReadTransaction) throws {
        guard try contains(position, in: transaction) else { throw StoreError.positionUnknown(position.id) }
    }

    private func newestCommon(of cursor: Cursor, in transaction: borrowing ReadTransaction) throws -> LogID {
        for position in cursor.positions where try contains(position, in: transaction) { return position.id }
        return .zero
    }

    func contains(_ position: LogPosition, in transaction: borrowing ReadTransaction) throws -> Bool {
        guard position.id > .zero else { return true }
        guard let record = try tables.log.get(position.id.key, in: transaction) else { return false }
        if Record.mark(of: record) == position.mark { return true }
        return try tables.damagedRecords.get(position.id.key, in: transaction)?.mark == position.mark
    }

    private func scan(
        _ room: Room?, after id: LogID, into collector: inout Collector, in transaction: borrowing ReadTransaction
    ) throws {
        guard let room else {
            try tables.log.scan(.after(id.key), in: transaction) { key, bytes in
                try collect(UInt64(key), bytes, into: &collector, in: transaction)
            }
            return
        }
        try scan(RoomPrefix(room), from: id.rawValue, reversed: false, into: &collector, in: transaction)
    }

    private func scan(
        _ room: Room?, before id: LogID?, into collector: inout Collector, in transaction: borrowing ReadTransaction
    ) throws {
        guard let room else {
            let range = id.map { KeyRange.before($0.key) } ?? .all
            try tables.log.scan(range, in: transaction, reversed: true) { key, bytes in
                try collect(UInt64(key), bytes, into: &collector, in: transaction)
            }
            return
        }
        try scan(RoomPrefix(room), from: id?.rawValue ?? .max, reversed: true, into: &collector, in: transaction)
    }

    /// Scans the parts of a room that the query wants, in the order of the ids, after `id`, or before it if `reversed`.
    private func scan(
        _ room: RoomPrefix, from id: UInt64, reversed: Bool, into collector: inout Collector,
        in transaction: borrowing ReadTransaction
    ) throws {
        let table = tables.roomIndex.table
        let kinds =
            collector.hasRelations
            ? collector.contents == .texts ? RoomPart.Kind.texts : RoomPart.Kind.allCases : RoomPart.Kind.unrelated
        func ids(from id: UInt64) -> KeyRange<UInt32> {
            reversed ? RoomPart.ids(before: id) : RoomPart.ids(after: id)
        }
        guard
            try kinds.contains(where: { kind in
                try kind != .withText && table.first(ids(from: id), under: RoomPart(room, kind), in: transaction) != nil
            })
        else {
            try table.scan(ids(from: id), under: RoomPart(room, .withText), in: transaction, reversed: reversed) { id in
                try collect(UInt64(id), into: &collector, in: transaction)
            }
            return
        }
        var next: UInt64? = id
        while let start = next {
            next = nil
            var found: [UInt64] = []
            for kind in kinds {
                var last: UInt64?
                var count = 0
                try table.scan(
                    ids(from: start), under: RoomPart(room, kind), in: transaction, reversed: reversed,
                    limit: collector.chunk
                ) { id in
                    found.append(UInt64(id))
                    last = UInt64(id)
                    count += 1
                    return .next
                }
                // Of a part that has more, only the ids up to the last one are known.
                if count == collector.chunk, let last {
                    next = reversed ? max(next ?? last, last) : min(next ?? last, last)
                }
            }
            if let next { found.removeAll { reversed ? $0 < next : $0 > next } }
            found.sort(by: reversed ? (>) : (<))
            for id in found where try collect(id, into: &collector, in: transaction) == .stop { return }
        }
    }

    /// Collects the record that an index names.
    private func collect(
        _ id: UInt64, into collector: inout Collector, in transaction: borrowing ReadTransaction
    ) throws -> ScanStep {
        guard let record = try tables.log.get(UInt32(clamping: id), in: transaction) else {
            collector.damaged.append(LogID(key: id))
            return .next
        }
        return try collect(id, record, into: &collector, in: transaction)
    }

    private func collect(
        _ id: UInt64, _ record: [UInt8], into collector: inout Collector, in transaction: borrowing ReadTransaction
    ) throws -> ScanStep {
        if collector.hidden == nil {
            let origins = try collector.contents == .log ? [:] : tables.hidden(in: transaction)
            collector.hidden = MessagesOfOrigins(of: origins.keys)
        }
        return try collector.add(id, record) { try tables.damagedRecords.get(UInt32(clamping: id), in: transaction) }
    }

    // MARK: By digest

    /// Collects the messages with these digests, in their order.
    ///
    /// - Returns: how many digests were looked up before the collector was full.
    private func collect(
        _ digests: [Digest], into collector: inout Collector, in transaction: borrowing ReadTransaction
    ) throws -> Int {
        for (index, digest) in digests.enumerated() {
            guard let stored = try tables.digestIndex.get(digest, in: transaction), !stored.isDamaged else { continue }
            if try collect(stored.id, into: &collector, in: transaction) == .stop { return index }
        }
        if !collector.hasRelations { collector.records.removeAll { $0.relation != nil } }
        return digests.count
    }

    /// Returns how many digests come before that of the first message that a page has no room for; nil if it has room for all.
    private static func done(_ digests: [Digest], among rest: ArraySlice<StoredRecord>) -> Int? {
        guard case .message(let message)? = rest.first?.content else { return nil }
        return digests.firstIndex { $0.bytes[...] == message.bytes[message.digest] }
    }

    /// Collects a message and the newest of its edits, as many as there is room for; of a deleted one no edits.
    private func collect(
        editsOf target: Digest, upTo limit: Int, into collector: inout Collector,
        in transaction: borrowing ReadTransaction
    ) throws {
        guard let stored = try tables.digestIndex.get(target, in: transaction), !stored.isDamaged,
            case .message(let packed)? = try tables.record(stored.id, in: transaction)?.content,
            case let message = try packed.unpacked(), message.canBeTarget
        else { return }
        let author = message.fields.author(at: message.origin)
        let isDeleted = try tables.relationIndex.hasDeletion(of: target, by: author, in: transaction)
        let edits =
            try isDeleted
            ? [] : tables.relationIndex.editIDs(of: target, by: author, limit: limit - 1, in: transaction)
        for id in [stored.id] + edits where try collect(id, into: &collector, in: transaction) == .stop { return }
    }

    // MARK: In display order

    /// Returns the display order key of the message that has or had an id.
    ///
    /// - Throws: ``StoreError/notInRoom(_:)`` if the room has no such message.
    private func displayOrderKey(
        of id: LogID, in room: Room?, in transaction: borrowing ReadTransaction
    ) throws -> DisplayOrderKey {
        guard let entry = try entry(at: id, in: transaction) else { throw StoreError.notInRoom(id) }
        switch entry.body {
        case .message(let message):
            guard message.fields.room == room, let key = DisplayOrderKey(entry) else { throw StoreError.notInRoom(id) }
            return key
        case .gone(let digest):
            guard let live = try tables.digestIndex.get(digest, in: transaction)?.id, live > id.rawValue else {
                throw StoreError.notInRoom(id)
            }
            return try displayOrderKey(of: LogID(key: live), in: room, in: transaction)
        }
    }

    /// Returns the record with an id; nil if the log has none, or if it is damaged and its message has no later id.
    private func entry(
        at id: LogID, in transaction: borrowing ReadTransaction
    ) throws -> LogEntry? {
        guard let record = try tables.log.get(id.key, in: transaction) else { return nil }
        if let entry = try? tables.recordFormat.entry(record, at: id) { return entry }
        return try tables.damagedRecords.get(id.key, in: transaction)?.goneEntry(at: id)
    }

    private func scan(
        _ room: Room?, shown ranks: KeyRange<DisplayRank>, reversed: Bool, into collector: inout Collector,
        in transaction: borrowing ReadTransaction
    ) throws {
        guard let room else { preconditionFailure("a query in display order must name a room") }
        try tables.displayOrderIndex.table.scan(ranks, under: RoomPrefix(room), in: transaction, reversed: reversed) {
            try collect($0.id, into: &collector, in: transaction)
        }
    }
}

extension LogQuery.Range {
    /// Whether the newest records are collected first.
    fileprivate var isBackwards: Bool {
        switch self {
        case .from, .shownAfter, .digests, .edits: false
        case .before, .newest, .shownBefore, .newestShown: true
        }
    }

    /// Whether the records after a position are collected.
    fileprivate var isForwards: Bool {
        if case .from = self { true } else { false }
    }
}

/// Collects the records of a scan and ends it at the limits of the query.
private struct Collector {
    let contents: LogQuery.Contents
    /// Whether messages with a relation are collected.
    let hasRelations: Bool
    private let bodies: Bodies
    private let node: PublicKey?
    private let limit: Int
    private let byteLimit: Int
    private let format: RecordFormat
    /// The messages that are left out; nil before the first record.
    var hidden: MessagesOfOrigins?
    /// How many hidden messages were left out.
    private var hiddenCount = 0
    var records: [StoredRecord] = []
    var damaged: [LogID] = []
    private var bytes = 0
    /// The whole messages.
    private var messages = 0
    private var isFull = false
    private var lastID: LogID?
    private var lastMark: ArraySlice<UInt8> = []

    init(_ query: LogQuery, of node: PublicKey?, _ format: RecordFormat) {
        contents = query.contents
        hasRelations = !query.folds || query.range.isForwards
        (bodies, self.node) = (query.bodies, node)
        limit = query.limit
        byteLimit = query.byteLimit
        self.format = format
    }

    /// The number of records after which the collector is full, unless some of them are damaged.
    var chunk: Int { limit == .max ? .max : limit + 1 }

    /// - Parameter damaged: returns the store's note about the record, if it has one. Called only for a damaged record.
    mutating func add(_ key: UInt64, _ record: [UInt8], damaged note: () throws -> DamagedRecord?) throws -> ScanStep {
        // The collector is full only when another record follows: a slice that ends exactly at the end is not cut.
        // Of a page that lists others, too, a reader gets only so many whole messages.
        guard records.count < limit, bytes < byteLimit, bodies == .all || messages < Limits.pageMessages else {
            isFull = true
            return .stop
        }
        let id = LogID(key: key)
        if let whole = try? format.record(record, at: id) {
            (lastID, lastMark) = (id, whole.mark)
            if hidden?.contains(whole) == true { return try leaveOut(whole) }
            collect(whole)
        } else {
            let noted = try note()
            if let gone = noted?.goneEntry(at: id) {
                collect(StoredRecord(Record(gone), at: id))
            } else {
                damaged.append(id)
                bytes += record.count
                if case .wanted(let mark, let digest) = noted?.state {
                    collect(
                        StoredRecord(damaged: digest, mark, noted: noted?.noted ?? UnixTime(milliseconds: 0), at: id))
                }
            }
            if let mark = noted?.mark?.bytes ?? Record.mark(of: record)?.bytes {
                lastID = id
                lastMark = mark[...]
            }
        }
        return .next
    }

    /// Ends the scan after many hidden messages. The slice then has the last one without its values, so that a reader can go on from it,
    /// unless it is one of texts.
    private mutating func leaveOut(_ record: StoredRecord) throws -> ScanStep {
        hiddenCount += 1
        guard hiddenCount >= Self.maximumHidden else { return .next }
        collect(try record.withoutErasableValues)
        isFull = true
        return .stop
    }

    /// The hidden messages that are left out of one slice.
    private static let maximumHidden = 10_000

    private mutating func collect(_ record: StoredRecord) {
        let record = bodies == .all ? record : record.listed(unless: bodies, of: node)
        bytes += record.byteCount
        if case .message = record.content { messages += 1 }
        if contents.contains(record) { records.append(record) }
    }

    /// The last record of which the mark is known.
    private var last: LogPosition? {
        lastID.flatMap { id in (try? Mark(bytes: lastMark)).map { LogPosition(id: id, mark: $0) } }
    }

    /// Returns the position after which the next slice begins: see ``LogSlice/next``.
    func next(in range: LogQuery.Range, end: LogPosition) -> LogPosition {
        switch range {
        case .newest, .shownBefore, .shownAfter, .newestShown, .digests, .edits: end
        case .before: records.first.flatMap { try? $0.position } ?? (isFull ? last : nil) ?? end
        case .from: isFull ? last ?? end : end
        }
    }
}

extension LogQuery.Contents {
    fileprivate func contains(_ record: StoredRecord) -> Bool {
        switch (self, record.content) {
        case (.log, _): true
        case (_, .gone), (_, .listed), (_, .damaged): false
        case (.messages, .message): true
        case (.texts, .message(let message)): message.hasText
        }
    }
}

extension LogID {
    /// The id of a table key of the log.
    init(key: some BinaryInteger) {
        self = LogID.zero.advanced(by: UInt64(key))
    }

    /// The table key of the log. All ids of a store are below ``Limits/idCeiling``. Peers and clients may ask for larger
    /// ones, which no table has.
    var key: UInt32 { UInt32(clamping: rawValue) }
}
