internal import ChatModel
internal import LMDB

/// The messages that say something about their rooms, such as the topic, by room. The last one of a room counts.
struct RoomDetailIndex: LogIndex {
    /// The ranks are by stamp, not by display stamp, so that nodes with the same messages agree.
    private let table: SetTable<RoomDetailKey, DisplayRank>

    init(in transaction: borrowing some Transaction & ~Copyable) throws {
        table = try SetTable(.roomDetails, in: transaction)
    }

    /// So many messages of a room are read to find the one that counts.
    static let maximumCount = 100

    /// Returns the value that counts for a room; nil without one.
    ///
    /// - Parameter message: returns the message with an id; nil if it is damaged here, or hidden.
    func value(
        of detail: RoomDetail, in room: RoomPrefix, _ transaction: borrowing ReadTransaction,
        message: (UInt64) throws -> Message?
    ) throws -> FieldValue? {
        var best: (rank: DisplayRank, digest: Digest, value: FieldValue)?
        try table.scan(
            under: RoomDetailKey(room, detail), in: transaction, reversed: true, limit: Self.maximumCount
        ) { rank in
            if let best, !best.rank.hasOrder(of: rank) { return .stop }
            guard let message = try message(rank.id), let value = detail.value(in: message.fields) else { return .next }
            // The rank has only the first bytes of the digest.
            if best.map({ $0.digest < message.digest }) ?? true { best = (rank, message.digest, value) }
            return .next
        }
        return best?.value
    }

    /// Returns the newest stamp that a message with these fields has to follow, so that it counts; nil without one.
    func newestStamp(
        before fields: Fields, in transaction: borrowing some Transaction & ~Copyable
    ) throws -> Stamp? {
        guard RoomDetail.isPossible(in: fields) else { return nil }
        let room = RoomPrefix(fields.room)
        return try RoomDetail.allCases.filter { $0.value(in: fields) != nil }.compactMap { detail in
            try table.last(under: RoomDetailKey(room, detail), in: transaction)?.stamp
        }.max()
    }

    func insert(_ entry: LogEntry, in transaction: inout WriteTransaction) throws {
        for (key, rank) in RoomDetailKey.entries(of: entry) {
            try table.insert(rank, under: key, isMostlyLast: true, in: &transaction)
        }
    }

    func remove(_ entry: LogEntry, in transaction: inout WriteTransaction) throws {
        for (key, rank) in RoomDetailKey.entries(of: entry) { try table.remove(rank, under: key, in: &transaction) }
    }

    /// The values are kept when others are erased.
    func replace(_ old: LogEntry, with new: LogEntry, in transaction: inout WriteTransaction) {}

    func problem(with entry: LogEntry, in transaction: borrowing ReadTransaction) throws -> StoreProblem? {
        for (key, rank) in RoomDetailKey.entries(of: entry)
        where try !table.contains(rank, under: key, in: transaction) {
            return .bookkeeping("Message \(entry.id) is missing among the details of its room.")
        }
        return nil
    }

    /// A message has at most one entry for each detail. An entry of a damaged record cannot be told from a wrong one.
    func checkTables(_ check: StoreCheck, in transaction: borrowing ReadTransaction) {
        var ids: [RoomDetail: Set<UInt64>] = [:]
        let count = check.scan(table, in: transaction) { key, rank in ids[key.detail, default: []].insert(rank.id) }
        let messages = ids.values.map(\.count)
        if messages.reduce(0, +) != count || messages.contains(where: { $0 > check.messages }) {
            check.note(.bookkeeping("The index of room details has \(count) entries for \(messages) messages."))
        }
    }
}

/// A detail of a room as a table key: the room as in ``RoomPrefix``, the detail (1 byte).
private struct RoomDetailKey: TableKey {
    let room: RoomPrefix
    let detail: RoomDetail

    init(_ room: RoomPrefix, _ detail: RoomDetail) { (self.room, self.detail) = (room, detail) }

    /// Returns the entries of a record. Most have none.
    static func entries(of entry: LogEntry) -> [(RoomDetailKey, DisplayRank)] {
        guard case .message(let message) = entry.body, RoomDetail.isPossible(in: message.fields) else { return [] }
        let rank = DisplayRank(message, message.stamp, entry.id.rawValue)
        return RoomDetail.allCases.filter { $0.value(in: message.fields) != nil }.map { detail in
            (RoomDetailKey(RoomPrefix(message.fields.room), detail), rank)
        }
    }

    var encodedByteCount: Int { room.encodedByteCount + 1 }

    func encode(into bytes: inout OutputRawSpan) {
        room.encode(into: &bytes)
        bytes.append(detail.rawValue)
    }

    init(decoding bytes: RawSpan) throws {
        room = try RoomPrefix(decoding: bytes, rest: 1)
        guard let detail = RoomDetail(rawValue: try bytes.bigEndian(at: room.end)) else { throw MalformedRecord() }
        self.detail = detail
    }
}

extension Tables {
    /// Returns the message with an id; nil if it is damaged, and if it is hidden.
    ///
    /// - Parameter steps: how many hidden messages may be read; then every message is nil.
    func message(
        _ id: UInt64, unless hidden: MessagesOfOrigins, atMost steps: inout Int,
        in transaction: borrowing ReadTransaction
    ) throws -> Message? {
        guard steps > 0, case .message(let message)? = try record(id, in: transaction)?.content else { return nil }
        guard hidden.contains(message) else { return try message.unpacked() }
        steps -= 1
        return nil
    }
}
