/// A message as bytes, in the form in which the store keeps it: for readers that need only some parts, such as a page.
///
/// By offset; integers are big-endian:
///
/// | bytes | what |
/// |---|---|
/// | 0 ..< 32 | digest |
/// | 32 ..< 96 | signature |
/// | 96 ..< 128 | origin |
/// | 128 ..< 136 | stamp |
/// | 136 ..< 144 | nonce |
/// | 144 | flags: 1 the message has a group, 2 it has a salt |
/// | 145 | number of fields |
/// | 146 … | group (16 bytes) if flag 1 is set; salt (16 bytes) if flag 2 is set; the fields, sorted by name |
///
/// A field has a head (1 byte), its name, the length of its value, and by kind: 0 the kept value, 1 the erasable value, 2
/// the hash of an erasable value that is gone. The head is 8 · kind + the number of the name. Names 1 to 5 are device, room,
/// text, user and written, which are not written again; number 0 is any other name, as its length (1 byte) and its bytes.
/// A length below 128 takes 1 byte. Any other length takes 2 bytes: the highest bit is 1, the other 15 are the length.
///
/// The signed form is not part of it: it follows from the parts.
public struct PackedMessage: Hashable, Sendable {
    /// The bytes of the layout.
    package let bytes: ArraySlice<UInt8>
    private let start: Int
    private let fieldsStart: Int

    private static let hasGroup: UInt8 = 1
    private static let hasSalt: UInt8 = 2
    private static let fixedByteCount = 146

    /// Wraps bytes that have the layout: see ``hasLayout(_:)``.
    package init(whole bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        start = bytes.startIndex
        let flags = bytes[start + 144]
        fieldsStart =
            start + Self.fixedByteCount + (flags & Self.hasGroup == 0 ? 0 : GroupID.byteCount)
            + (flags & Self.hasSalt == 0 ? 0 : Salt.byteCount)
    }

    /// Whether two have the same digest: they are the same message, also if the erasable values of one of them are gone.
    public static func == (left: PackedMessage, right: PackedMessage) -> Bool {
        left.bytes[left.digest] == right.bytes[right.digest]
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(bytes[digest]) }

    /// Whether bytes have the layout of a packed message. Whether the parts are those of a message is not checked.
    package static func hasLayout(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.count >= fixedByteCount, case let message = PackedMessage(whole: bytes),
            message.fieldsStart <= bytes.endIndex
        else { return false }
        var fields = message.fields
        while fields.next() != nil {}
        return fields.isAtEnd
    }
}

// MARK: - Parts

/// The parts are given as their ranges in ``bytes``: to copy a slice of an array costs more than to write its bytes into a
/// page.
extension PackedMessage {
    package var digest: Range<Int> { range(0..<32) }
    package var signature: Range<Int> { range(32..<96) }
    package var origin: Range<Int> { range(96..<128) }
    package var stamp: Stamp { Stamp(rawValue: UInt64(bigEndian: bytes[range(128..<136)])) }
    package var nonce: Range<Int> { range(136..<144) }
    private var flags: UInt8 { bytes[start + 144] }
    private var fieldCount: Int { Int(bytes[start + 145]) }

    /// The group; nil for none.
    package var group: Range<Int>? { flags & Self.hasGroup == 0 ? nil : range(146..<162) }

    /// The salt of the hashes of the erasable values; nil if no erasable value is present.
    package var salt: Range<Int>? {
        flags & Self.hasSalt == 0 ? nil : fieldsStart - Salt.byteCount..<fieldsStart
    }

    /// The fields, sorted by name.
    package var fields: PackedFields { PackedFields(bytes, from: fieldsStart, count: fieldCount) }

    /// Whether the values of its erasable fields are gone.
    package var lacksValues: Bool {
        var fields = self.fields
        while let field = fields.next() { if field.kind == .gone { return true } }
        return false
    }

    /// Whether the message is about the members of a group alone: it admits or removes a key or tells addresses, and has no text, nor one
    /// that is gone.
    package var isAboutMembers: Bool {
        var (fields, isAboutMembers) = (self.fields, false)
        while let field = fields.next() {
            if field.number == .text { return false }
            guard field.number == .other else { continue }
            let name = bytes[field.otherName]
            isAboutMembers =
                isAboutMembers
                || [FieldName.admits, .removes, .places].contains { name.elementsEqual($0.description.utf8) }
        }
        return isAboutMembers
    }

    /// Whether a field is one by which the message can have a ``Relation`` or a ``RoomDetail``.
    package var mayBeChange: Bool { (Relation.names + RoomDetail.fields).contains { field(named: $0) != nil } }

    /// Whether the message has another field than device, room, text, user and written, whose names have numbers.
    var hasOtherFields: Bool { fields.contains { $0.number == .other } }

    /// Returns the field with such another name; nil if the message does not have it.
    private func field(named name: FieldName) -> PackedField? {
        var fields = self.fields
        while let field = fields.next() {
            if field.number == .other, bytes[field.otherName].elementsEqual(name.description.utf8) { return field }
        }
        return nil
    }

    /// Returns the kept value of the field with such another name; nil if the message does not have it, or its value is erasable.
    func keptValue(_ name: FieldName) -> FieldValue? {
        guard let field = field(named: name), field.kind == .kept else { return nil }
        return FieldValue(stored: bytes[field.content])
    }

    /// Whether the message has erasable fields, with or without their values.
    package var hasErasableFields: Bool { fields.contains { $0.kind != .kept } }

    /// Whether the message has a text and the text is present.
    public var hasText: Bool { value(of: .text) != nil }

    /// Whether the message has a text, present or gone.
    var hadText: Bool { fields.contains { $0.number == .text } }

    /// The value of a field; nil if the message does not have the field, or if the value is gone.
    package func value(of number: PackedField.NameNumber) -> Range<Int>? {
        var fields = self.fields
        while let field = fields.next() {
            if field.number == number && field.kind != .gone { return field.content }
        }
        return nil
    }

    /// The room of the message.
    package var room: Room { Room(value(of: .room).map { FieldValue(stored: bytes[$0]) }) }

    /// The time at which the user pressed Send: the value of the field `written`. Nil if the field is absent, is not a number
    /// of milliseconds since 1970 in decimal digits, or states a time after the stamp's: nobody sends a message before
    /// writing it.
    package var written: UnixTime? {
        let text = value(of: .written).map { String(decoding: bytes[$0], as: UTF8.self) }
        let time = text.flatMap { UInt64(decimal: $0) }.map(UnixTime.init(milliseconds:))
        return time.flatMap { $0 <= stamp.time ? $0 : nil }
    }

    /// Returns the time that readers see: the lowest of the stamp's, of the arrival, and of the origin's clock in the kept field
    /// `sent`. So the clock of another member falsifies the time of no message.
    package func shownTime(arrival: UnixTime) -> UnixTime { min(stamp.time, arrival, sent ?? arrival) }

    /// The value of the kept field `sent`; nil if it is no number of milliseconds since 1970 in decimal digits.
    private var sent: UnixTime? {
        keptValue(.sent).flatMap { UInt64(decimal: $0.description) }.map(UnixTime.init(milliseconds:))
    }

    /// Whether the message is of a group, which can be none.
    package func isOf(_ other: GroupID) -> Bool {
        group.map { bytes[$0] == other.bytes[...] } ?? (other == .none)
    }

    private func range(_ offsets: Range<Int>) -> Range<Int> {
        start + offsets.lowerBound..<start + offsets.upperBound
    }
}

/// The fields of a ``PackedMessage``, one after the other.
package struct PackedFields: Sequence, IteratorProtocol {
    private let bytes: ArraySlice<UInt8>
    private var index: Int
    private var count: Int

    fileprivate init(_ bytes: ArraySlice<UInt8>, from index: Int, count: Int) {
        self.bytes = bytes
        self.index = index
        self.count = count
    }

    /// Whether all fields and all bytes were read.
    fileprivate var isAtEnd: Bool { count == 0 && index == bytes.endIndex }

    /// Returns the next field; nil after the last one, and for bytes that do not have the layout.
    package mutating func next() -> PackedField? {
        guard count > 0, let head = takeByte(), let kind = PackedField.Kind(rawValue: head >> 3),
            let number = PackedField.NameNumber(rawValue: head & 7)
        else { return nil }
        var name = index..<index
        if number == .other {
            guard let byteCount = takeByte(), let range = take(Int(byteCount)) else { return nil }
            name = range
        }
        guard let byteCount = takeByteCount(), let content = take(kind == .gone ? ValueHash.byteCount : byteCount)
        else { return nil }
        count -= 1
        return PackedField(kind: kind, number: number, otherName: name, byteCount: byteCount, content: content)
    }

    private mutating func takeByte() -> UInt8? {
        guard index < bytes.endIndex else { return nil }
        defer { index += 1 }
        return bytes[index]
    }

    private mutating func takeByteCount() -> Int? {
        guard let first = takeByte() else { return nil }
        guard first >= PackedField.longValue else { return Int(first) }
        return takeByte().map { Int(first - PackedField.longValue) << 8 | Int($0) }
    }

    private mutating func take(_ byteCount: Int) -> Range<Int>? {
        guard byteCount <= bytes.endIndex - index else { return nil }
        defer { index += byteCount }
        return index..<index + byteCount
    }
}

/// A field of a ``PackedMessage``, as the ranges of its parts.
package struct PackedField: Sendable {
    package enum Kind: UInt8, Sendable {
        case kept = 0
        case erasable = 1
        case gone = 2
    }

    /// The number of a name. Each name of the protocol has one.
    package enum NameNumber: UInt8, Sendable {
        case other = 0
        case device = 1
        case room = 2
        case text = 3
        case user = 4
        case written = 5

        private static let named: [NameNumber] = [.device, .room, .text, .user, .written]

        fileprivate init(_ name: FieldName) {
            self = Self.named.first { $0.name.description == name.description } ?? .other
        }

        /// The name in UTF-8; empty for another name.
        package var name: StaticString {
            switch self {
            case .other: ""
            case .device: "device"
            case .room: "room"
            case .text: "text"
            case .user: "user"
            case .written: "written"
            }
        }
    }

    /// Lengths from this number on take two bytes. The number is also the bit that marks the first of these bytes.
    fileprivate static let longValue: UInt8 = 0x80

    package let kind: Kind
    package let number: NameNumber
    /// The name in UTF-8; empty if the name has a number.
    package let otherName: Range<Int>
    /// The length of the value, also of one that is gone.
    package let byteCount: Int
    /// The value, or the hash of a value that is gone.
    package let content: Range<Int>
}

// MARK: - Packing

extension PackedMessage {
    package init(_ message: Message) {
        var bytes: [UInt8] = []
        Self.append(message, to: &bytes)
        self.init(whole: bytes[...])
    }

    /// Appends the bytes of the packed message.
    package static func append(_ message: Message, to bytes: inout [UInt8]) {
        bytes += message.digest.bytes
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
        let (kind, content) =
            switch field.content {
            case .kept(let value): (PackedField.Kind.kept, value.utf8)
            case .erasable(let value): (.erasable, value.utf8)
            case .gone(let hash, _): (.gone, hash.bytes)
            }
        let number = PackedField.NameNumber(field.name)
        bytes.append(kind.rawValue << 3 | number.rawValue)
        if number == .other {
            let name = field.name.utf8
            bytes.append(UInt8(name.count))
            bytes += name
        }
        if field.byteCount < PackedField.longValue {
            bytes.append(UInt8(field.byteCount))
        } else {
            precondition(field.byteCount < 1 << 15, "a value is longer than Limits.fieldBytes")
            bytes.append(bigEndian: UInt16(field.byteCount) | UInt16(PackedField.longValue) << 8)
        }
        bytes += content
    }
}

// MARK: - Unpacking

extension PackedMessage {
    /// Returns the message, of bytes that are known to be those that were packed.
    ///
    /// - Throws: ``Refusal`` if a part cannot be that of a message.
    package func unpacked() throws(Refusal) -> Message {
        Message(
            origin: try PublicKey(bytes: bytes[origin]), group: try unpackedGroup, stamp: stamp,
            nonce: try Nonce(bytes: bytes[nonce]), fields: Fields(sorted: try unpackedFields, salt: try unpackedSalt),
            signature: try Signature(bytes: bytes[signature]), digest: try Digest(bytes: bytes[digest]))
    }

    /// Returns the message of bytes that may be damaged: checks the parts by every rule, and computes the digest from
    /// them.
    ///
    /// - Throws: ``Refusal`` if a part breaks a rule.
    package func unpackedChecked() throws(Refusal) -> Message {
        var fields: [Field] = []
        for field in try unpackedFields {
            let name = try FieldName(field.name.description)
            let content: Field.Content =
                switch field.content {
                case .kept(let value): .kept(try FieldValue(utf8: value.utf8))
                case .erasable(let value): .erasable(try FieldValue(utf8: value.utf8))
                case .gone: field.content
                }
            fields.append(Field(name, content))
        }
        return Message(
            origin: try PublicKey(bytes: bytes[origin]), group: try unpackedGroup, stamp: stamp,
            nonce: try Nonce(bytes: bytes[nonce]), fields: try Fields(fields, salt: try unpackedSalt),
            signature: try Signature(bytes: bytes[signature]))
    }

    private var unpackedGroup: GroupID {
        get throws(Refusal) { try group.map { range throws(Refusal) in try GroupID(bytes: bytes[range]) } ?? .none }
    }

    private var unpackedSalt: Salt? {
        get throws(Refusal) { try salt.map { range throws(Refusal) in try Salt(bytes: bytes[range]) } }
    }

    private var unpackedFields: [Field] {
        get throws(Refusal) {
            var all: [Field] = []
            all.reserveCapacity(fieldCount)
            var fields = self.fields
            while let field = fields.next() { all.append(try unpacked(field)) }
            return all
        }
    }

    private func unpacked(_ field: PackedField) throws(Refusal) -> Field {
        let value = bytes[field.content]
        let content: Field.Content =
            switch field.kind {
            case .kept: .kept(FieldValue(stored: value))
            case .erasable: .erasable(FieldValue(stored: value))
            case .gone: .gone(try ValueHash(bytes: value), byteCount: field.byteCount)
            }
        let name =
            field.number == .other
            ? FieldName(stored: bytes[field.otherName]) : FieldName(known: field.number.name.description)
        return Field(name, content)
    }
}
