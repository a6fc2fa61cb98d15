internal import Crypto

/// A group of nodes that exchange their messages. The bytes are no secret and grant nothing.
///
/// The id of a group with members follows from the key of its founder, so everyone who has the key can check the id.
public struct GroupID: FixedBytes {
    public static let byteCount = 16
    public static let label = "group"
    public let bytes: [UInt8]

    /// The group of a message or of a node that belongs to none: 16 zero bytes. A page
    /// omits the attribute or leaves it empty.
    public static let none = try! GroupID(bytes: [UInt8](repeating: 0, count: byteCount))  // The right number of bytes.

    @inlinable
    public init(bytes: some Sequence<UInt8>) throws(Refusal) {
        self.bytes = try Self.checked(bytes)
    }

    /// The first 16 bytes of SHA-256(``Tag/group`` ‖ the founder's key).
    public init(founder: PublicKey) {
        var hash = SHA256()
        hash.update(data: Tag.group.bytes)
        hash.update(data: founder.bytes)
        bytes = Array(hash.finalize().prefix(Self.byteCount))
    }

    /// Decodes the base64url text of a group, as in pages and invitations.
    ///
    /// - Throws: ``Refusal`` with `bad-value` if the text is not that of 16 bytes, or if it is that of ``none``.
    public init(named text: some StringProtocol) throws(Refusal) {
        try self.init(base64URL: text)
        guard self != .none else { throw Refusal(.badValue, "The id of a group has a byte that is not 0.") }
    }

    /// Whether a node of this group accepts messages and pages of another one: those of its own group and of none.
    public func accepts(_ other: GroupID) -> Bool { other == self || other == .none }
}
