internal import ChatModel
internal import LMDB

/// The tables of a store, opened together behind the schema version.
struct Tables: Sendable {
    /// Numbers of the store by name: see ``Meta``.
    let meta: Table<Meta, UInt64>
    /// The messages by id.
    let log: Table<UInt64, [UInt8]>
    /// The id of each digest held.
    let digests: Table<[UInt8], UInt64>
    /// The ids of each room.
    let rooms: Table<RoomKey, Empty>
    /// The name of each room by the id of its last message; empty for the main room.
    /// Not there only where a store of schema 1 is read.
    let newestRooms: Table<UInt64, [UInt8]>!
    /// The ids in the order in which people see the messages.
    let order: Table<OrderKey, Empty>
    /// The messages of each room in the order in which people see them, as far as the clock can be believed.
    /// Not there only where a store of schema 1 is read.
    let roomOrder: Table<RoomOrderKey, Empty>!
    /// When the wall clock was set back: by the id of the first record since.
    let clockSetbacks: Table<UInt64, ClockSetback>
    /// The posts that came with a key.
    let postKeys: Table<[UInt8], PostKeyRecord>
    /// The key of each id that was posted with one: the order in which keys are forgotten.
    let postKeysByID: Table<UInt64, [UInt8]>
    /// Where the node stands with each peer.
    let peers: Table<[UInt8], PeerRecord>
    /// What peers sent that was not good.
    let quarantine: Table<QuarantineKey, QuarantineRecord>

    enum Name: String, CaseIterable {
        case meta
        case log
        case digests
        case rooms
        case newestRooms = "newest-rooms"
        case order
        case roomOrder = "room-order"
        case clockSetbacks = "clock-setbacks"
        case postKeys = "keys"
        case postKeysByID = "keys-by-id"
        case peers
        case quarantine
    }

    /// Opens the tables, and makes those that are missing.
    init(in transaction: inout WriteTransaction) throws(LMDBError) {
        meta = try Table(Name.meta.rawValue, in: &transaction)
        log = try Table(Name.log.rawValue, in: &transaction)
        digests = try Table(Name.digests.rawValue, in: &transaction)
        rooms = try Table(Name.rooms.rawValue, in: &transaction)
        newestRooms = try Table(Name.newestRooms.rawValue, in: &transaction)
        order = try Table(Name.order.rawValue, in: &transaction)
        roomOrder = try Table(Name.roomOrder.rawValue, in: &transaction)
        clockSetbacks = try Table(Name.clockSetbacks.rawValue, in: &transaction)
        postKeys = try Table(Name.postKeys.rawValue, in: &transaction)
        postKeysByID = try Table(Name.postKeysByID.rawValue, in: &transaction)
        peers = try Table(Name.peers.rawValue, in: &transaction)
        quarantine = try Table(Name.quarantine.rawValue, in: &transaction)
    }

    /// Opens the tables of an environment for reading only, which may be those of an older schema.
    ///
    /// - Throws: ``LMDBError`` with `notFound` where one is missing.
    init(of environment: Environment, schema: UInt64) throws {
        meta = try Table(existing: Name.meta.rawValue, of: environment)
        log = try Table(existing: Name.log.rawValue, of: environment)
        digests = try Table(existing: Name.digests.rawValue, of: environment)
        rooms = try Table(existing: Name.rooms.rawValue, of: environment)
        newestRooms = schema < 2 ? nil : try Table(existing: Name.newestRooms.rawValue, of: environment)
        order = try Table(existing: Name.order.rawValue, of: environment)
        roomOrder = schema < 2 ? nil : try Table(existing: Name.roomOrder.rawValue, of: environment)
        clockSetbacks = try Table(existing: Name.clockSetbacks.rawValue, of: environment)
        postKeys = try Table(existing: Name.postKeys.rawValue, of: environment)
        postKeysByID = try Table(existing: Name.postKeysByID.rawValue, of: environment)
        peers = try Table(existing: Name.peers.rawValue, of: environment)
        quarantine = try Table(existing: Name.quarantine.rawValue, of: environment)
    }
}

/// The names of the store's own numbers.
enum Meta: String, TableKey {
    case schema
    case nextID = "next-id"
    case largestStamp = "largest-stamp"
    case fileInode = "file-inode"
    case fileBirth = "file-birth"

    func encoded() -> [UInt8] { Array(rawValue.utf8) }

    init(decoding bytes: RawSpan) throws {
        guard let name = Meta(rawValue: String(decoding: try bytes.array(), as: UTF8.self)) else {
            throw MalformedRecord()
        }
        self = name
    }
}

/// A message of a room: length of the room's name in bytes (2 bytes; 0 for the main room), the name, id (8 bytes).
struct RoomKey: TableKey {
    let room: [UInt8]
    let id: UInt64

    init(_ room: Room, _ id: UInt64) {
        self.init(room: room.name?.utf8 ?? [], id: id)
    }

    private init(room: [UInt8], id: UInt64) {
        self.room = room
        self.id = id
    }

    /// Before all keys of the same room.
    var startOfRoom: RoomKey { RoomKey(room: room, id: 0) }

    /// All keys of a room.
    static func range(of room: Room) -> KeyRange<RoomKey> {
        .from(RoomKey(room, 0), through: RoomKey(room, .max))
    }

    func encoded() -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: UInt16(room.count))
        bytes += room
        bytes.append(bigEndian: id)
        return bytes
    }

    init(decoding bytes: RawSpan) throws {
        let length = Int(try bytes.bigEndian(at: 0, as: UInt16.self))
        try bytes.requireCount(2 + length + 8)
        room = try bytes.array(2..<2 + length)
        id = try bytes.bigEndian(at: 2 + length)
    }
}

/// A message's place among others: the stamp at which it is shown (8 bytes), id (8 bytes).
struct OrderKey: TableKey {
    let shown: Stamp
    let id: UInt64

    init(_ shown: Stamp, _ id: UInt64) {
        self.shown = shown
        self.id = id
    }

    func encoded() -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: shown.rawValue)
        bytes.append(bigEndian: id)
        return bytes
    }

    init(decoding bytes: RawSpan) throws {
        try bytes.requireCount(16)
        shown = Stamp(rawValue: try bytes.bigEndian(at: 0))
        id = try bytes.bigEndian(at: 8)
    }
}
