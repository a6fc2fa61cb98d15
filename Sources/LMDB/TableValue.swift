/// A type of values in a table.
public protocol TableValue {
    /// The value's bytes: any number of them, below 2^32.
    func encoded() -> [UInt8]

    /// The value of these bytes, which belong to the transaction: what is to stay is copied, and only that.
    ///
    /// - Throws: Any error if the bytes are not a value; it reaches the caller of the table as `malformed`.
    init(decoding bytes: RawSpan) throws
}
