/// The bytes as they are.
extension [UInt8]: TableKey, TableValue {
    public func encoded() -> [UInt8] { self }

    public init(decoding bytes: RawSpan) throws {
        self = try bytes.array()
    }
}
