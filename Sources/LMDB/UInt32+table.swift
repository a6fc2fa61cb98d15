/// Four bytes, big-endian.
extension UInt32: TableKey, TableValue {
    public func encoded() -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: self)
        return bytes
    }

    public init(decoding bytes: RawSpan) throws {
        try bytes.requireCount(4)
        self = try bytes.bigEndian()
    }
}
