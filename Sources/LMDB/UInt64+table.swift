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
