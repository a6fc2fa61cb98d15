/// The bytes that an origin signs, by offset. Integers are big-endian.
///
/// | bytes | contents |
/// |---|---|
/// | 0 ..< 18 | the tag `tidings-message-v1` |
/// | 18 ..< 50 | origin |
/// | 50 ..< 66 | group; 16 zero bytes for none |
/// | 66 ..< 74 | stamp |
/// | 74 ..< 82 | nonce |
/// | 82 | number of fields |
/// | 83 … | for each field, sorted by name: length of the name (1 byte), name, kind (1 byte), and by kind |
/// | kind 0 | kept: length of the value (2 bytes), value |
/// | kind 1 | erasable: length of the value (4 bytes), ``ValueHash`` |
///
/// Each message has exactly one signed form, and each signed form belongs to exactly one message. The form stays the same
/// when the erasable values are erased.
struct SignedForm {
    let bytes: [UInt8]

    private static let tag = Tag.message.bytes

    init(origin: PublicKey, group: GroupID, stamp: Stamp, nonce: Nonce, fields: Fields) {
        var bytes = Self.tag + origin.bytes + group.bytes
        bytes.append(bigEndian: stamp.rawValue)
        bytes += nonce.bytes
        bytes.append(UInt8(fields.all.count))
        for field in fields.all { bytes.append(field, salt: fields.salt) }
        self.bytes = bytes
    }
}

extension [UInt8] {
    fileprivate mutating func append(_ field: Field, salt: Salt?) {
        let name = field.name.utf8
        append(UInt8(name.count))
        self += name
        switch field.content {
        case .kept(let value):
            append(0)
            append(bigEndian: UInt16(value.utf8.count))
            self += value.utf8
        case .erasable(let value):
            guard let salt else { preconditionFailure("fields with an erasable value have a salt") }
            append(1)
            append(bigEndian: UInt32(value.utf8.count))
            self += ValueHash(of: value, named: field.name, salt: salt).bytes
        case .gone(let hash, let byteCount):
            append(1)
            append(bigEndian: UInt32(byteCount))
            self += hash.bytes
        }
    }
}
