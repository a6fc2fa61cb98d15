/// The part of a table between two keys, in the order of their encoded bytes.
///
/// A range whose lower bound is above the upper one is empty.
public struct KeyRange<Key: TableKey> {
    /// One end of a range.
    public enum Bound {
        /// No bound: the table's own end.
        case unbounded
        /// The key, if it is there, belongs to the range.
        case inclusive(Key)
        /// The key itself does not belong to the range.
        case exclusive(Key)
    }

    public var lower: Bound
    public var upper: Bound

    public init(lower: Bound = .unbounded, upper: Bound = .unbounded) {
        self.lower = lower
        self.upper = upper
    }

    /// The whole table.
    public static var all: Self { Self() }

    /// The keys from `lower` to `upper`, both included.
    public static func from(_ lower: Key, through upper: Key) -> Self {
        Self(lower: .inclusive(lower), upper: .inclusive(upper))
    }

    /// `key` and the keys above it.
    public static func from(_ key: Key) -> Self { Self(lower: .inclusive(key)) }

    /// The keys above `key`.
    public static func after(_ key: Key) -> Self { Self(lower: .exclusive(key)) }

    /// `key` and the keys below it.
    public static func through(_ key: Key) -> Self { Self(upper: .inclusive(key)) }

    /// The keys below `key`.
    public static func before(_ key: Key) -> Self { Self(upper: .exclusive(key)) }
}

extension KeyRange: Sendable where Key: Sendable {}
extension KeyRange.Bound: Sendable where Key: Sendable {}
