/// A type of keys, with an encoding whose byte order is the table's order.
///
/// - The encoding has 1 to ``Environment/maxKeyBytes`` bytes; others are refused with `badValueSize` before LMDB sees them.
/// - Different keys have different encodings, and decoding gives the key back.
/// - Bytes are compared one by one as unsigned numbers; a prefix comes before what it begins. Numbers are therefore
///   encoded big-endian.
public protocol TableKey {
    /// The key's bytes.
    func encoded() -> [UInt8]

    /// The key of these bytes, which belong to the transaction: what is to stay is copied.
    ///
    /// - Throws: Any error if the bytes are not a key; it reaches the caller of the table as `malformed`.
    init(decoding bytes: RawSpan) throws
}

/// A type of values in a table.
public protocol TableValue {
    /// The value's bytes: any number of them, below 2^32.
    func encoded() -> [UInt8]

    /// The value of these bytes, which belong to the transaction: what is to stay is copied, and only that.
    ///
    /// - Throws: Any error if the bytes are not a value; it reaches the caller of the table as `malformed`.
    init(decoding bytes: RawSpan) throws
}

/// The bytes as they are.
extension [UInt8]: TableKey, TableValue {
    public func encoded() -> [UInt8] { self }

    public init(decoding bytes: RawSpan) throws {
        self = try bytes.array()
    }
}

/// Eight bytes, big-endian: the order of the keys is then the order of the numbers.
extension UInt64: TableKey, TableValue {
    public func encoded() -> [UInt8] {
        stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: self >> $0) }
    }

    public init(decoding bytes: RawSpan) throws {
        try bytes.requireCount(8)
        self = try bytes.bigEndian()
    }
}

/// The value of a table that is a set of keys: no bytes.
public struct Empty: TableValue, Hashable, Sendable {
    public init() {}

    public func encoded() -> [UInt8] { [] }

    public init(decoding bytes: RawSpan) throws {
        try bytes.requireCount(0)
    }
}
