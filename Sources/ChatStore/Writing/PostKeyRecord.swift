internal import ChatModel
internal import Crypto
internal import LMDB

/// What a post with a key stored, by offset; integers are big-endian:
///
/// | bytes | what |
/// |---|---|
/// | 0 ..< 8 | id |
/// | 8 ..< 16 | arrival, milliseconds since 1970 |
/// | 16 ..< 48 | SHA-256 over the fields that the client sent |
struct PostKeyRecord: TableValue {
    let id: UInt64
    let arrival: UnixTime
    let fields: [UInt8]

    init(id: UInt64, arrival: UnixTime, fields: [UInt8]) {
        self.id = id
        self.arrival = arrival
        self.fields = fields
    }

    func encoded() -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: id)
        bytes.append(bigEndian: arrival.milliseconds)
        return bytes + fields
    }

    init(decoding bytes: RawSpan) throws {
        try bytes.requireCount(48)
        id = try bytes.bigEndian(at: 0)
        arrival = UnixTime(milliseconds: try bytes.bigEndian(at: 8))
        fields = try bytes.array(16..<48)
    }

    /// Tells posts with the same key apart.
    static func hash(of fields: Fields) -> [UInt8] {
        var hash = SHA256()
        for field in fields.all {
            for part in [field.name.utf8, field.value.utf8] {
                var length: [UInt8] = []
                length.append(bigEndian: UInt32(part.count))
                hash.update(data: length + part)
            }
        }
        return Array(hash.finalize())
    }
}
