/// A value that is a fixed number of bytes and stands in pages and addresses as base64url without padding.
///
/// Two values are equal if and only if their bytes are; they sort by their bytes.
public protocol FixedBytes: Hashable, Comparable, Sendable, CustomStringConvertible {
    static var byteCount: Int { get }
    var bytes: [UInt8] { get }

    /// - Throws: ``Refusal`` with `bad-value` if there are not exactly ``byteCount`` bytes, and with the type's own
    ///   code if it allows only some values.
    init(bytes: some Sequence<UInt8>) throws(Refusal)
}

extension FixedBytes {
    /// Reads the one base64url form of a value.
    ///
    /// - Throws: ``Refusal`` with `bad-value` for padding, characters outside the alphabet, another length or bits
    ///   left over in the last character: everything that would not be written the same again.
    public init(base64URL text: some StringProtocol) throws(Refusal) {
        guard let bytes = Base64URL.decode(text), bytes.count == Self.byteCount else {
            throw Refusal(.badValue, "A \(Self.self) is \(Self.byteCount) bytes as base64url without padding.")
        }
        try self.init(bytes: bytes)
    }

    public var base64URL: String { Base64URL.encode(bytes) }

    public var description: String { base64URL }

    public static func < (left: Self, right: Self) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }

    /// Inlinable so that it is specialised where records and pages are read in bulk.
    @inlinable
    static func checked(_ bytes: some Sequence<UInt8>) throws(Refusal) -> [UInt8] {
        let bytes = Array(bytes)
        guard bytes.count == byteCount else { throw wrongCount(bytes.count) }
        return bytes
    }

    @usableFromInline
    static func wrongCount(_ count: Int) -> Refusal {
        Refusal(.badValue, "A \(Self.self) is \(byteCount) bytes, not \(count).")
    }
}

extension FixedBytes {
    /// Fresh random bytes from the system's generator, which Swift documents as cryptographically secure.
    static func randomBytes() -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<byteCount).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }
}
