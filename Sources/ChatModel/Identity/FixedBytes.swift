/// A value of a fixed number of bytes, written in pages and addresses as base64url without padding.
///
/// Two values are equal if and only if their bytes are equal; values sort by their bytes.
public protocol FixedBytes: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The number of bytes of every value.
    static var byteCount: Int { get }
    /// The name of the type in sentences for people, such as `public key`.
    static var label: String { get }
    var bytes: [UInt8] { get }

    /// - Throws: ``Refusal`` with `bad-value` for another number of bytes than ``byteCount``; with a code of its own if
    ///   the type does not allow these bytes.
    init(bytes: some Sequence<UInt8>) throws(Refusal)
}

extension FixedBytes {
    /// Decodes the base64url text of a value.
    ///
    /// - Throws: ``Refusal`` with `bad-value` unless ``base64URL`` would return exactly this text: for padding,
    ///   characters outside the alphabet, another length, or unused bits in the last character that are not 0.
    public init(base64URL text: some StringProtocol) throws(Refusal) {
        guard let bytes = Base64URL.decode(text), bytes.count == Self.byteCount else {
            throw Refusal(
                .badValue, "A \(Self.label) has \(Self.byteCount) bytes, written as base64url without padding.")
        }
        try self.init(bytes: bytes)
    }

    public var base64URL: String { Base64URL.encode(bytes) }

    public var description: String { base64URL }

    /// Hashes all bytes at once: an array hashes one after the other.
    public func hash(into hasher: inout Hasher) {
        // Safe, since the hasher reads the bytes before the closure returns.
        unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    }

    public static func < (left: Self, right: Self) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }

    /// Checks the number of bytes. Inlinable so that code that reads many records gets a specialised version.
    @inlinable
    static func checked(_ bytes: some Sequence<UInt8>) throws(Refusal) -> [UInt8] {
        let bytes = Array(bytes)
        guard bytes.count == byteCount else { throw wrongCount(bytes.count) }
        return bytes
    }

    @usableFromInline
    static func wrongCount(_ count: Int) -> Refusal {
        Refusal(.badValue, "A \(label) has \(byteCount) bytes, not \(count).")
    }
}

/// Fixed bytes that are drawn: each value of the right number of bytes is legal.
public protocol RandomBytes: FixedBytes {}

extension RandomBytes {
    /// Returns a new random value from `SystemRandomNumberGenerator`, which is cryptographically secure on all supported
    /// platforms.
    public static func random() -> Self {
        var generator = SystemRandomNumberGenerator()
        var bytes: [UInt8] = []
        // Each number is a system call, so all its bytes are used.
        while bytes.count < byteCount { bytes.append(bigEndian: generator.next() as UInt64) }
        guard let value = try? Self(bytes: bytes.prefix(byteCount)) else {
            preconditionFailure("A random \(label) was refused.")
        }
        return value
    }
}
