/// The number of a message in one store: 1, 2, 3 … in order of arrival. Other stores number the same message
/// differently.
///
/// 0 means the start of the log, before the first message. A node gives ids below ``Limits/idCeiling``. It
/// accepts ids up to ``Limits/highestID`` from others, so that a later version can give higher ids.
public struct LogID: RawRepresentable, Hashable, Comparable, Sendable, CustomStringConvertible {
    public static let zero = LogID(unchecked: 0)

    public let rawValue: UInt64

    public init?(rawValue: UInt64) {
        guard rawValue <= Limits.highestID else { return nil }
        self.rawValue = rawValue
    }

    private init(unchecked rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// Parses decimal digits; nil for any other text, and above ``Limits/highestID``.
    public init?(decimal text: some StringProtocol) {
        guard let number = UInt64(decimal: text) else { return nil }
        self.init(rawValue: number)
    }

    /// Returns the id plus `count`, but at most ``Limits/highestID``.
    public func advanced(by count: UInt64) -> LogID {
        LogID(unchecked: rawValue + min(count, Limits.highestID - rawValue))
    }

    public var description: String { String(rawValue) }

    public static func < (left: LogID, right: LogID) -> Bool { left.rawValue < right.rawValue }
}
