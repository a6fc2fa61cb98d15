/// The bytes that an origin signs, by offset. Integers are big-endian.
///
/// | bytes | contents |
/// |---|---|
/// | 0 ..< 18 | the domain and version, `tidings-message-v1` |
/// | 18 ..< 50 | origin |
/// | 50 ..< 58 | stamp |
/// | 58 ..< 66 | nonce |
/// | 66 … | for each field, sorted by name: length of name (4 bytes), name, length of value (4 bytes), value |
///
/// Each message has exactly one signed form, and each signed form belongs to exactly one message.
struct SignedForm {
    let origin: PublicKey
    let stamp: Stamp
    let nonce: Nonce
    let fields: Fields

    private static let domain = Array("tidings-message-v1".utf8)

    /// Returns the bytes of the signed form.
    ///
    /// - Throws: ``Refusal`` with `message-too-large` above ``Limits/signedFormBytes``.
    static func write(
        origin: PublicKey, stamp: Stamp, nonce: Nonce, fields: Fields
    ) throws(Refusal) -> [UInt8] {
        var bytes = domain + origin.bytes
        bytes.append(bigEndian: stamp.rawValue)
        bytes += nonce.bytes
        for field in fields.all {
            bytes.append(lengthOf: field.name.utf8)
            bytes.append(lengthOf: field.value.utf8)
        }
        guard bytes.count <= Limits.signedFormBytes else {
            throw Refusal(
                .messageTooLarge,
                "The message has \(bytes.count) bytes in its signed form; the limit is \(Limits.signedFormBytes). Shorten "
                    + "it and send again.")
        }
        return bytes
    }

    init(origin: PublicKey, stamp: Stamp, nonce: Nonce, fields: Fields) {
        self.origin = origin
        self.stamp = stamp
        self.nonce = nonce
        self.fields = fields
    }

    /// Parses a signed form.
    ///
    /// - Throws: ``Refusal`` with `bad-value` for another layout, or with the code of an invalid part.
    init(reading bytes: [UInt8]) throws(Refusal) {
        guard bytes.count <= Limits.signedFormBytes else {
            throw Refusal(.messageTooLarge, "The signed form has more than \(Limits.signedFormBytes) bytes.")
        }
        var rest = bytes[...]
        guard try rest.take(Self.domain.count).elementsEqual(Self.domain) else {
            throw Refusal(.badValue, "The version of the signed form is unknown; a newer program may know it.")
        }
        origin = try PublicKey(bytes: rest.take(PublicKey.byteCount))
        stamp = Stamp(rawValue: UInt64(bigEndian: try rest.take(8)))
        nonce = try Nonce(bytes: rest.take(Nonce.byteCount))
        var fields: [Fields.Field] = []
        while !rest.isEmpty {
            let name = try FieldName(String(decoding: rest.takeCounted(), as: UTF8.self))
            fields.append(Fields.Field(name, try FieldValue(utf8: rest.takeCounted())))
        }
        self.fields = try Fields(fields)
        guard self.fields.all == fields else {
            throw Refusal(.badValue, "The fields of the signed form are not sorted by name.")
        }
    }
}

extension [UInt8] {
    fileprivate mutating func append(lengthOf part: [UInt8]) {
        append(bigEndian: UInt32(part.count))
        append(contentsOf: part)
    }
}

extension ArraySlice<UInt8> {
    fileprivate mutating func takeCounted() throws(Refusal) -> ArraySlice<UInt8> {
        try take(Int(UInt32(bigEndian: try take(4))))
    }
}
