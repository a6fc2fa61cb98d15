internal import ChatModel
internal import LMDB

/// Writes to the log within one transaction.
///
/// What it goes by (next id, mark, newest stamp) is read from the store at the start of each transaction and kept
/// nowhere else, so a failed commit leaves nothing behind that would have to be put right.
struct LogAppender {
    let tables: Tables
    /// The local time of the commit.
    let now: UnixTime
    private var nextID: UInt64
    private var end: LogPosition
    private var largestStamp: Stamp
    /// What a new message has to follow.
    private var newest: Stamp?
    /// Whether what is known of the clock, and ``newest``, are those of this commit.
    private var isSettled = false
    /// The rooms in which something was written.
    private(set) var rooms: Set<Room> = []

    /// The last record.
    var high: LogID { end.id }

    init(_ tables: Tables, wallClock: UnixTime, buildDate: UnixTime, in transaction: borrowing WriteTransaction) throws
    {
        self.tables = tables
        nextID = try tables.meta.get(.nextID, in: transaction) ?? 1
        end = try LogReader(tables: tables).end(in: transaction)
        largestStamp = Stamp(rawValue: try tables.meta.get(.largestStamp, in: transaction) ?? 0)
        now = HybridClock.now(wallClock: wallClock, buildDate: buildDate, largest: largestStamp)
    }

    /// Done before the first record of the transaction, and only where there is one: the next commit finds out what the
    /// clock has done since by when the last record was written.
    ///
    /// - Throws: ``StoreError`` with `ids-exhausted` before anything is written; ``LMDBError``.
    private mutating func settle(in transaction: inout WriteTransaction) throws {
        guard nextID < Limits.idCeiling else { throw StoreError.idsExhausted }
        guard !isSettled else { return }
        if let last = try tables.log.last(in: transaction).flatMap({ Record.arrival(of: $0.value) }) {
            try Arrivals.settle(tables, now: now, last: last, nextID: nextID, in: &transaction)
        }
        newest = try Self.newest(tables, largestStamp, before: HybridClock.horizon(now: now), in: transaction)
        isSettled = true
    }

    /// The newest stamp, or place where the stamp is too far ahead, that a new message has to follow.
    private static func newest(
        _ tables: Tables, _ largestStamp: Stamp, before horizon: Stamp, in transaction: borrowing WriteTransaction
    ) throws -> Stamp? {
        guard largestStamp > horizon else { return largestStamp }
        let place = try tables.order.last(.through(OrderKey(horizon, .max)), in: transaction)?.key.shown
        let beforeSetback = try Arrivals(tables, in: transaction).newestPlace.flatMap { $0 <= horizon ? $0 : nil }
        return [place, beforeSetback].compactMap(\.self).max()
    }

    /// The stamp for a message that is written now.
    ///
    /// - Throws: ``StoreError`` with `ids-exhausted`; ``LMDBError``.
    mutating func nextStamp(in transaction: inout WriteTransaction) throws -> Stamp {
        try settle(in: &transaction)
        return HybridClock.stamp(now: now, newest: newest)
    }

    func holds(_ digest: Digest, in transaction: borrowing WriteTransaction) throws -> Bool {
        try tables.digests.contains(digest.bytes, in: transaction)
    }

    /// Stores a message whose digest is not held.
    ///
    /// - Throws: ``StoreError`` with `ids-exhausted` before anything is written; ``LMDBError``.
    mutating func append(_ verified: VerifiedMessage, in transaction: inout WriteTransaction) throws -> LogID {
        try settle(in: &transaction)
        let message = verified.message
        let id = nextID
        let mark = end.mark.appending(message.digest)
        let shown = message.stamp.shown(arrival: now)
        let room = message.fields.room
        try tables.log.append(id, Record(message, arrival: now, mark: mark).encoded(), in: &transaction)
        try tables.digests.put(message.digest.bytes, id, in: &transaction)
        try NewestRooms(tables: tables).move(room, to: id, in: &transaction)
        try tables.rooms.put(RoomKey(room, id), Empty(), in: &transaction)
        try tables.order.put(OrderKey(shown, id), Empty(), in: &transaction)
        try tables.roomOrder.put(RoomOrderKey(room, shown, message.digest, id), Empty(), in: &transaction)
        try tables.meta.put(.nextID, id + 1, in: &transaction)
        nextID = id + 1
        end = LogPosition(id: LogID(key: id), mark: mark)
        if shown <= HybridClock.horizon(now: now) { newest = max(newest ?? shown, shown) }
        if message.stamp > largestStamp {
            largestStamp = message.stamp
            try tables.meta.put(.largestStamp, largestStamp.rawValue, in: &transaction)
        }
        rooms.insert(room)
        return end.id
    }
}
