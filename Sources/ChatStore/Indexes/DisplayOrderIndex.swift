internal import ChatModel
internal import LMDB

/// The messages of each room in display order. A clock setback moves entries: see ``SetbackSteps``.
struct DisplayOrderIndex: LogIndex {
    let table: Table<DisplayOrderKey, Empty>

    init(from opener: inout some TableOpener & ~Copyable) throws {
        table = try opener.table("room-order")
    }

    /// Returns the newest display stamp of all rooms that is not after `limit`, or nil if there is none.
    ///
    /// - Complexity: O(rooms · log n)
    func newest(through limit: Stamp, in transaction: borrowing some Transaction & ~Copyable) throws -> Stamp? {
        var newest: Stamp?
        var next = try table.first(in: transaction)?.key.room
        while let room = next {
            let range = KeyRange.from(DisplayOrderKey.start(of: room, at: .zero), through: .end(of: room, at: limit))
            if let last = try table.last(range, in: transaction)?.key.stamp { newest = max(newest ?? last, last) }
            next = try table.first(.after(DisplayOrderKey.end(of: room, at: .latest)), in: transaction)?.key.room
        }
        return newest
    }

    func insert(_ entry: LogEntry, in transaction: inout WriteTransaction) throws {
        guard let key = DisplayOrderKey(entry) else { return }
        try table.put(key, Empty(), in: &transaction)
    }

    func remove(_ entry: LogEntry, in transaction: inout WriteTransaction) throws {
        guard let key = DisplayOrderKey(entry) else { return }
        try table.delete(key, in: &transaction)
    }

    /// - Complexity: O(log n), unless the commit time is damaged and the message is not displayed by its stamp. Then O(n) in the
    ///   messages of the room.
    func remove(_ damaged: DamagedMessage, in transaction: inout WriteTransaction) throws {
        let message = damaged.message
        for stamp in damaged.displayStamps {
            if try table.delete(DisplayOrderKey(message, stamp, damaged.id), in: &transaction) { return }
        }
        let room = RoomPrefix(message.fields.room)
        let earlier = KeyRange.from(
            DisplayOrderKey.start(of: room, at: .zero), through: DisplayOrderKey.end(of: room, at: message.stamp))
        var found: DisplayOrderKey?
        try table.scan(earlier, in: transaction, reversed: true) { key, _ in
            guard key == DisplayOrderKey(message, key.stamp, damaged.id) else { return .next }
            found = key
            return .stop
        }
        if let found { try table.delete(found, in: &transaction) }
    }

    func replace(_ old: LogEntry, with new: LogEntry, in transaction: inout WriteTransaction) {}

    func problem(with entry: LogEntry, in transaction: borrowing ReadTransaction) throws -> StoreProblem? {
        guard let key = DisplayOrderKey(entry), try !table.contains(key, in: transaction) else { return nil }
        return .bookkeeping("Message \(entry.id) is missing in the display order of its room.")
    }

    /// An entry of a damaged record cannot be told from a wrong one.
    func checkTables(_ check: StoreCheck, in snapshots: borrowing some Snapshots & ~Copyable) {
        let count = check.scan(table, in: snapshots)
        if !check.isPossible(count, in: snapshots) {
            check.note(.bookkeeping("The display order has \(count) entries for \(check.messages) messages."))
        }
    }

    /// Moves the message of a record to the place of its new arrival. Does nothing for a gone record, and for a message that
    /// is not at its old place.
    ///
    /// - Parameter new: the same record with its new arrival.
    func move(_ old: LogEntry, to new: LogEntry, in transaction: inout WriteTransaction) throws {
        guard let before = DisplayOrderKey(old), let after = DisplayOrderKey(new), before != after,
            try table.delete(before, in: &transaction)
        else { return }
        try table.put(after, Empty(), in: &transaction)
    }
}

/// A message's position in the display order of its room: the room as in ``RoomPrefix``, display stamp (8 bytes), first
/// bytes of the digest (8 bytes), id (8 bytes).
///
/// Digests order equal stamps. A key has no room for a whole digest; the ids order digests with the same first bytes.
struct DisplayOrderKey: TableKey, Equatable {
    let room: RoomPrefix
    let stamp: Stamp
    let digestStart: UInt64
    let id: UInt64

    private init(room: RoomPrefix, _ stamp: Stamp, digestStart: UInt64, _ id: UInt64) {
        self.room = room
        self.stamp = stamp
        self.digestStart = digestStart
        self.id = id
    }

    /// The key of a message; nil for a record without one.
    init?(_ entry: LogEntry) {
        guard case .message(let message) = entry.body else { return nil }
        self.init(message, message.stamp.displayStamp(arrival: entry.arrival), entry.id.rawValue)
    }

    /// The key of a message at a display stamp.
    init(_ message: Message, _ stamp: Stamp, _ id: UInt64) {
        self.init(
            room: RoomPrefix(message.fields.room), stamp,
            digestStart: UInt64(bigEndian: message.digest.bytes.prefix(8)), id)
    }

    /// The least key of a room at a display stamp.
    static func start(of room: RoomPrefix, at stamp: Stamp) -> DisplayOrderKey {
        DisplayOrderKey(room: room, stamp, digestStart: 0, 0)
    }

    /// The greatest key of a room at a display stamp.
    static func end(of room: RoomPrefix, at stamp: Stamp) -> DisplayOrderKey {
        DisplayOrderKey(room: room, stamp, digestStart: .max, .max)
    }

    func encoded() -> [UInt8] {
        var bytes = room.encoded()
        bytes.append(bigEndian: stamp.rawValue)
        bytes.append(bigEndian: digestStart)
        bytes.append(bigEndian: id)
        return bytes
    }

    init(decoding bytes: RawSpan) throws {
        room = try RoomPrefix(decoding: bytes, rest: 24)
        stamp = Stamp(rawValue: try bytes.bigEndian(at: room.end))
        digestStart = try bytes.bigEndian(at: room.end + 8)
        id = try bytes.bigEndian(at: room.end + 16)
    }
}

extension Tables {
    var displayOrderIndex: DisplayOrderIndex { indexes[DisplayOrderIndex.self] }
}
