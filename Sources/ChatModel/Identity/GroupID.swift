/// A group of nodes that exchange their messages: 16 random bytes. They are no secret and grant nothing.
public struct GroupID: RandomBytes {
    public static let byteCount = 16
    public static let label = "group"
    public let bytes: [UInt8]

    /// The group of a message or of a node that belongs to none: 16 zero bytes. A page
    /// omits the attribute or leaves it empty; there is no value of `--group` for none.
    public static let none = try! GroupID(bytes: [UInt8](repeating: 0, count: byteCount))  // The right number of bytes.

    @inlinable
    public init(bytes: some Sequence<UInt8>) throws(Refusal) {
        self.bytes = try Self.checked(bytes)
    }

    /// Decodes the base64url text of a group, as in pages and in the flag `--group`.
    ///
    /// - Throws: ``Refusal`` with `bad-value` if the text is not that of 16 bytes, or if it is that of ``none``.
    public init(named text: some StringProtocol) throws(Refusal) {
        try self.init(base64URL: text)
        guard self != .none else { throw Refusal(.badValue, "The id of a group has a byte that is not 0.") }
    }

    /// Whether a node of this group accepts messages and pages of another one: those of its own group and of none.
    public func accepts(_ other: GroupID) -> Bool { other == self || other == .none }
}
