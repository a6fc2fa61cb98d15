internal import ChatModel
internal import LMDB

/// A message's place in its room: length of the room's name in bytes (2 bytes; 0 for the main room), the name, the stamp at
/// which it is shown (8 bytes), the first bytes of its digest (8 bytes), id (8 bytes).
///
/// Digests decide between equal stamps, and are too long for a key to hold all of each: two that begin alike stand in the
/// order of their ids.
struct RoomOrderKey: TableKey, Equatable {
    let room: [UInt8]
    let shown: Stamp
    let digestStart: UInt64
    let id: UInt64

    init(_ room: Room, _ shown: Stamp, _ digest: Digest, _ id: UInt64) {
        self.init(
            room: room.name?.utf8 ?? [], shown, digestStart: digest.bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) },
            id)
    }

    private init(room: [UInt8], _ shown: Stamp, digestStart: UInt64, _ id: UInt64) {
        self.room = room
        self.shown = shown
        self.digestStart = digestStart
        self.id = id
    }

    /// The place of a message as it was written; nothing for an entry without one.
    init?(_ written: LogEntry, _ arrivals: Arrivals) {
        guard case .message(let message) = written.body else { return nil }
        let arrival = arrivals.arrival(of: written.id, written: written.arrival)
        self.init(message.fields.room, message.stamp.shown(arrival: arrival), message.digest, written.id.rawValue)
    }

    /// Before all places of a room that have this stamp.
    static func start(of room: [UInt8], at shown: Stamp) -> RoomOrderKey {
        RoomOrderKey(room: room, shown, digestStart: 0, 0)
    }

    /// Behind all places of a room that have this stamp.
    static func end(of room: [UInt8], at shown: Stamp) -> RoomOrderKey {
        RoomOrderKey(room: room, shown, digestStart: .max, .max)
    }

    func encoded() -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: UInt16(room.count))
        bytes += room
        bytes.append(bigEndian: shown.rawValue)
        bytes.append(bigEndian: digestStart)
        bytes.append(bigEndian: id)
        return bytes
    }

    init(decoding bytes: RawSpan) throws {
        let length = Int(try bytes.bigEndian(at: 0, as: UInt16.self))
        try bytes.requireCount(2 + length + 24)
        room = try bytes.array(2..<2 + length)
        shown = Stamp(rawValue: try bytes.bigEndian(at: 2 + length))
        digestStart = try bytes.bigEndian(at: 2 + length + 8)
        id = try bytes.bigEndian(at: 2 + length + 16)
    }
}
