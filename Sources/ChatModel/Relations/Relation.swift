internal import Crypto

/// What a message is to another one, its *target*. A message with a relation is no text of its own; a reply is one.
///
/// Only kept values count, and of several fields the first of `deletes`, `edits` and `react`.
public enum Relation: Hashable, Sendable {
    case deletion(of: Digest)
    case edit(of: Digest)
    /// An emoji, or what its author takes for one.
    case reaction(FieldValue, to: Digest)
    /// Takes back the reactions of a user with an emoji. It names one of them in `deletes`, and repeats its `re` and `react`, so that it
    /// counts whether that one is there or not.
    case withdrawal(FieldValue, from: Digest)

    /// - Returns: nil if the message has no target, if the field that decides has no digest, and for an edit without a text.
    public init?(_ message: Message) { self.init(message.fields) }

    /// - Returns: as ``init(_:)``.
    package init?(_ fields: Fields) {
        guard fields.mayBeChange else { return nil }
        self.init(hadText: fields.all.contains { $0.name == .text }, fields.keptValue)
    }

    /// - Returns: as ``init(_:)``.
    package init?(_ message: PackedMessage) {
        guard message.hasOtherFields else { return nil }
        self.init(hadText: message.hadText, message.keptValue)
    }

    /// - Parameters:
    ///   - hadText: whether the message has a text, present or gone.
    ///   - value: returns the kept value of a field of the message; nil for none.
    private init?(hadText: Bool, _ value: (FieldName) -> FieldValue?) {
        let reaction = value(.react).flatMap { emoji in value(.re)?.digest.map { (emoji, $0) } }
        if let deletes = value(.deletes) {
            guard let target = deletes.digest else { return nil }
            self = reaction.map { .withdrawal($0, from: $1) } ?? .deletion(of: target)
        } else if let edits = value(.edits) {
            guard let target = edits.digest, hadText else { return nil }
            self = .edit(of: target)
        } else if let reaction {
            self = .reaction(reaction.0, to: reaction.1)
        } else {
            return nil
        }
    }

    static let names: [FieldName] = [.deletes, .edits, .react]

    /// The digest of the target.
    public var target: Digest {
        switch self {
        case .deletion(let target), .edit(let target), .reaction(_, let target), .withdrawal(_, let target): target
        }
    }
}

extension Fields {
    /// Returns a number that messages have in common which can edit and delete one another: the first 8 bytes of SHA-256 over the origin, the
    /// length of the user in UTF-8 (8 bytes), the user and the room. Nobody can make another author have the same one.
    package func author(at origin: PublicKey) -> UInt64 {
        let (user, room) = (self[.user]?.utf8 ?? [], self[.room]?.utf8 ?? [])
        var length: [UInt8] = []
        length.append(bigEndian: UInt64(user.count))
        var hash = SHA256()
        for part in [origin.bytes, length, user, room] { hash.update(data: part) }
        return UInt64(bigEndian: Array(hash.finalize())[..<8])
    }
}

extension FieldValue {
    /// The digest whose base64url text the value is; nil if it is no such text.
    var digest: Digest? { Base64URL.decode(utf8[...]).flatMap { try? Digest(bytes: $0) } }
}
