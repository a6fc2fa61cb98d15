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
