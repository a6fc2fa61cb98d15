/// The number of a message in one store: 1, 2, 3 … in order of arrival. Other stores number the same message
/// differently.
///
/// 0 means the start of the log, before the first message. Stored ids are below ``Limits/idCeiling``; requests may name
/// any id below 2^63.
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

    /// Parses decimal digits; nil for any other text, and for 2^63 and above.
    public init?(decimal text: some StringProtocol) {
        guard let number = UInt64(decimal: text) else { return nil }
        self.init(rawValue: number)
    }

    /// Returns the id plus `count`, but at most 2^63 - 1.
    public func advanced(by count: UInt64) -> LogID {
        LogID(unchecked: min(rawValue + min(count, 1 << 62), (1 << 63) - 1))
    }

    public var description: String { String(rawValue) }

    public static func < (left: LogID, right: LogID) -> Bool { left.rawValue < right.rawValue }
}
