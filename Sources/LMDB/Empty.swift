/// The value of a table that is a set of keys: no bytes.
public struct Empty: TableValue, Hashable, Sendable {
    public init() {}

    public func encoded() -> [UInt8] { [] }

    public init(decoding bytes: RawSpan) throws {
        try bytes.requireCount(0)
    }
}
