internal import ChatModel
internal import LMDB

/// The room at the start of a table key: length of the room's name in bytes (2 bytes), the name. The main room has the
/// length 0xffff and no name, so that its keys are the last of a table: most messages are then added at the end.
struct RoomPrefix: Equatable {
    private static let mainRoom: UInt16 = 0xffff

    /// The name in UTF-8; empty for the main room.
    let name: [UInt8]

    init(_ room: Room) {
        name = room.name?.utf8 ?? []
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

    func encoded() -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: name.isEmpty ? Self.mainRoom : UInt16(name.count))
        return bytes + name
    }
}
