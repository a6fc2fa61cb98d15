internal import ChatModel
internal import LMDB

/// A room as a table key or the start of one: length of the room's name in bytes (2 bytes), the name. The main room has the
/// length 0xffff and no name, so that it is the last of a table.
struct RoomPrefix: TableKey, Equatable {
    private static let mainRoom: UInt16 = 0xffff

    /// The name in UTF-8; empty for the main room.
    let name: [UInt8]

    init(_ room: Room) {
        name = room.name?.utf8 ?? []
    }

    init(decoding key: RawSpan) throws {
        try self.init(decoding: key, rest: 0)
    }

    /// Decodes the prefix of a key that has exactly `rest` bytes after it.
    init(decoding key: RawSpan, rest: Int) throws {
        let length = try key.bigEndian(at: 0, as: UInt16.self)
        let end = 2 + (length == Self.mainRoom ? 0 : Int(length))
        try key.requireCount(end + rest)
        name = try key.array(2..<end)
    }

    /// The offset of the first byte after the prefix.
    var end: Int { 2 + name.count }

    var encodedByteCount: Int { end }

    func encode(into bytes: inout OutputRawSpan) {
        bytes.append(bigEndian: name.isEmpty ? Self.mainRoom : UInt16(name.count))
        bytes.append(name)
    }
}
