internal import ChatModel

/// The parts of a message in a ``Record``, by offset in the record; integers are big-endian:
///
/// | bytes | what |
/// |---|---|
/// | 57 ..< 121 | signature |
/// | 121 ..< 153 | origin |
/// | 153 ..< 161 | stamp |
/// | 161 ..< 169 | nonce |
/// | 169 | flags: 1 the message has a group, 2 it has a salt |
/// | 170 | number of fields |
/// | 171 … | group (16 bytes) if flag 1 is set; salt (16 bytes) if flag 2 is set; the fields, sorted by name |
///
/// A field has the length of its name (1 byte), the name, its kind (1 byte), the length of its value (2 bytes), and by
/// kind: 0 the kept value, 1 the erasable value, 2 the hash of an erasable value that is gone.
///
/// The signed form is not stored. It is built from these parts where a signature or a digest is checked.
enum MessageRecord {
    private static let hasGroup: UInt8 = 1
    private static let hasSalt: UInt8 = 2

    private enum Kind: UInt8 {
        case kept = 0
        case erasable = 1
        case gone = 2
    }

    static func append(_ message: Message, to bytes: inout [UInt8]) {
        bytes += message.signature.bytes
        bytes += message.origin.bytes
        bytes.append(bigEndian: message.stamp.rawValue)
        bytes += message.nonce.bytes
        let (group, salt) = (message.group == .none ? nil : message.group, message.fields.salt)
        bytes.append((group == nil ? 0 : hasGroup) | (salt == nil ? 0 : hasSalt))
        bytes.append(UInt8(message.fields.all.count))
        if let group { bytes += group.bytes }
        if let salt { bytes += salt.bytes }
        for field in message.fields.all { append(field, to: &bytes) }
    }

    private static func append(_ field: Field, to bytes: inout [UInt8]) {
        let name = field.name.utf8
        bytes.append(UInt8(name.count))
        bytes += name
        let (kind, content) =
            switch field.content {
            case .kept(let value): (Kind.kept, value.utf8)
            case .erasable(let value): (Kind.erasable, value.utf8)
            case .gone(let hash, _): (Kind.gone, hash.bytes)
            }
        bytes.append(kind.rawValue)
        bytes.append(bigEndian: UInt16(field.byteCount))
        bytes += content
    }

    /// Reads the parts of a message and removes them from `rest`.
    ///
    /// - Throws: ``MalformedRecord`` or ``Refusal`` if the bytes do not have the layout.
    static func read(_ rest: inout ArraySlice<UInt8>, _ digest: Digest) throws -> Message {
        let signature = try Signature(bytes: rest.take(Signature.byteCount))
        let origin = try PublicKey(bytes: rest.take(PublicKey.byteCount))
        let stamp = Stamp(rawValue: UInt64(bigEndian: try rest.take(8)))
        let nonce = try Nonce(bytes: rest.take(Nonce.byteCount))
        let flags = UInt8(bigEndian: try rest.take(1))
        let count = UInt8(bigEndian: try rest.take(1))
        let group = flags & hasGroup == 0 ? .none : try GroupID(bytes: rest.take(GroupID.byteCount))
        let salt = flags & hasSalt == 0 ? nil : try Salt(bytes: rest.take(Salt.byteCount))
        var fields: [Field] = []
        fields.reserveCapacity(Int(count))
        for _ in 0..<count { fields.append(try field(&rest)) }
        return Message(
            origin: origin, group: group, stamp: stamp, nonce: nonce, fields: Fields(sorted: fields, salt: salt),
            signature: signature, digest: digest)
    }

    /// Reads the parts of a message from bytes that may be damaged, and checks the parts by every rule. Nothing may
    /// follow the parts.
    ///
    /// - Throws: ``MalformedRecord`` or ``Refusal`` if the bytes do not have the layout or break a rule.
    static func readChecked(_ rest: inout ArraySlice<UInt8>) throws -> Message {
        let anyDigest = try Digest(bytes: [UInt8](repeating: 0, count: Digest.byteCount))
        let parts = try read(&rest, anyDigest)
        guard rest.isEmpty else { throw MalformedRecord() }
        let fields = try parts.fields.all.map { field in
            let name = try FieldName(field.name.description)
            return switch field.content {
            case .kept(let value): Field(name, .kept(try FieldValue(utf8: value.utf8)))
            case .erasable(let value): Field(name, .erasable(try FieldValue(utf8: value.utf8)))
            case .gone: Field(name, field.content)
            }
        }
        return Message(
            origin: parts.origin, group: parts.group, stamp: parts.stamp, nonce: parts.nonce,
            fields: try Fields(fields, salt: parts.fields.salt), signature: parts.signature)
    }

    private static func field(_ rest: inout ArraySlice<UInt8>) throws -> Field {
        let name = FieldName(stored: try rest.take(Int(UInt8(bigEndian: try rest.take(1)))))
        guard let kind = Kind(rawValue: UInt8(bigEndian: try rest.take(1))) else { throw MalformedRecord() }
        let byteCount = Int(UInt16(bigEndian: try rest.take(2)))
        let content: Field.Content =
            switch kind {
            case .kept: .kept(FieldValue(stored: try rest.take(byteCount)))
            case .erasable: .erasable(FieldValue(stored: try rest.take(byteCount)))
            case .gone: .gone(try ValueHash(bytes: rest.take(ValueHash.byteCount)), byteCount: byteCount)
            }
        return Field(name, content)
    }
}
