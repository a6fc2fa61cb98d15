/// The name of a field: `[a-z][a-z0-9-]{0,31}`. It must not begin with `xml`, and must not be the name of an element of
/// pages: `chat`, `message` or `gone`.
///
/// Names that begin with `x-` are free for applications; all others belong to the protocol.
public struct FieldName: Hashable, Comparable, Sendable, CustomStringConvertible {
    public static let user = FieldName(known: "user")
    public static let text = FieldName(known: "text")
    public static let room = FieldName(known: "room")
    public static let device = FieldName(known: "device")
    /// The time at which the user pressed Send, in milliseconds since 1970.
    public static let written = FieldName(known: "written")
    /// The origin's clock, in milliseconds since 1970, if the stamp is ahead of it: see ``HybridClock/sent(at:stamp:)``.
    public static let sent = FieldName(known: "sent")
    /// The key that the origin admits to the group: see ``Admission``.
    public static let admits = FieldName(known: "admits")
    /// The digest of the admission by which the origin of an ``admits`` is a member.
    public static let under = FieldName(known: "under")
    /// The digest of the admission that the origin ends: see ``Removal``.
    public static let removes = FieldName(known: "removes")
    /// The digest of a message to which this one is a reply, or a reaction with ``react``.
    public static let re = FieldName(known: "re")
    /// An emoji: see ``Relation``.
    public static let react = FieldName(known: "react")
    /// The digest of the message whose text this one replaces: see ``Relation``.
    public static let edits = FieldName(known: "edits")
    /// The digest of the message that this one deletes: see ``Relation``.
    public static let deletes = FieldName(known: "deletes")
    /// The addresses at which the origin can be reached: see ``AddressRecord``.
    public static let places = FieldName(known: "places")
    /// The keys that the origin says are the same person as it: see ``Persons``.
    public static let same = FieldName(known: "same")

    /// What the room of the message is about.
    public static let topic = FieldName(known: "topic")
    /// The name under which people see the room of the message.
    public static let alias = FieldName(known: "alias")
    /// What only some of the nodes can read. Such a message has no `user`, no `room` and no `device`.
    public static let sealed = FieldName(known: "sealed")

    private static let reserved = ["message", "chat", "gone"]

    private let name: String

    /// Creates one of the names of the protocol.
    init(known name: String) {
        self.name = name
    }

    /// - Throws: ``Refusal`` with `field-name`.
    public init(_ name: String) throws(Refusal) {
        guard Self.isLegal(name) else {
            throw Refusal(
                .fieldName,
                "A field name must have 1 to 32 characters from a-z, 0-9 and -, and begin with a letter. Names that "
                    + "begin with xml, and the names chat, message and gone, are reserved.")
        }
        self.name = name
    }

    /// Creates a name from bytes that were the ``utf8`` of a name when they were stored.
    package init(stored utf8: ArraySlice<UInt8>) {
        name = String(decoding: utf8, as: UTF8.self)
    }

    private static func isLegal(_ name: String) -> Bool {
        let bytes = name.utf8
        guard (1...Limits.fieldNameBytes).contains(bytes.count), bytes.first.map(isLetter) == true else { return false }
        guard bytes.allSatisfy(mayContain) else { return false }
        return !bytes.starts(with: "xml".utf8) && !reserved.contains(name)
    }

    /// Whether a name can contain a byte.
    package static func mayContain(_ byte: UInt8) -> Bool {
        isLetter(byte) || byte.isASCIIDigit || byte == UInt8(ascii: "-")
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }

    /// Whether applications may use the name: it begins with `x-`.
    public var isFree: Bool { name.utf8.starts(with: "x-".utf8) }

    /// Whether writers make values with this name erasable: `text`, `places`, and free names.
    var isWrittenErasable: Bool { self == .text || self == .places || isFree }

    public var utf8: [UInt8] { Array(name.utf8) }

    /// Whether the field can make a message a ``Relation`` or a ``RoomDetail``. The names have 5 or 7 bytes, so few others need a comparison.
    var isOfChange: Bool {
        (name.utf8.count == 5 || name.utf8.count == 7)
            && (Relation.names.contains(self) || RoomDetail.fields.contains(self))
    }

    public var description: String { name }

    public static func < (left: FieldName, right: FieldName) -> Bool {
        left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
    }
}
