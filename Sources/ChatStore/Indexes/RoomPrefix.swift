internal import ChatModel
internal import LMDB

/// The room at the start of a table key: length of the room's name in bytes (2 bytes; 0 for the main room), the name.
struct RoomPrefix: Equatable {
    /// The name in UTF-8; empty for the main room.
    let name: [UInt8]

    init(_ room: Room) {
        name = room.name?.utf8 ?? []
    }

    /// Decodes the prefix of a key that has exactly `rest` bytes after it.
    init(decoding key: RawSpan, rest: Int) throws {
        let length = Int(try key.bigEndian(at: 0, as: UInt16.self))
        try key.requireCount(2 + length + rest)
        name = try key.array(2..<2 + length)
    }

    /// The offset of the first byte after the prefix.
    var end: Int { 2 + name.count }

    func encoded() -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: UInt16(name.count))
        return bytes + name
    }
}
