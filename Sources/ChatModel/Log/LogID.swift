/// A message's number in one store: 1, 2, 3 … in order of arrival. It means nothing in another store.
///
/// 0 stands for the place before the first message. Stored ids lie below ``Limits/idCeiling``; what a client or a
/// peer asks with may be any number below 2^63.
public struct LogID: RawRepresentable, Hashable, Comparable, Sendable, Codable, CustomStringConvertible {
    public static let zero = LogID(unchecked: 0)

    public let rawValue: UInt64

    public init?(rawValue: UInt64) {
        guard rawValue < 1 << 63 else { return nil }
        self.rawValue = rawValue
    }

    private init(unchecked rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// Decimal digits and nothing else, below 2^63.
    public init?(decimal text: some StringProtocol) {
        guard let number = UInt64(decimal: text) else { return nil }
        self.init(rawValue: number)
    }

    /// The id that lies `count` further on; the last there is at the end of the range.
    public func advanced(by count: UInt64) -> LogID {
        LogID(unchecked: min(rawValue + min(count, 1 << 62), (1 << 63) - 1))
    }

    public var description: String { String(rawValue) }

    public static func < (left: LogID, right: LogID) -> Bool { left.rawValue < right.rawValue }
}
