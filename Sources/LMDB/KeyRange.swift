/// A part of a table: the keys between two bounds, in the order of their encoded bytes.
///
/// A range whose lower bound is above the upper one is empty.
public struct KeyRange<Key: TableKey> {
    /// One end of a range.
    public enum Bound {
        /// No bound.
        case unbounded
        /// The range includes this key.
        case inclusive(Key)
        /// The range ends just before (or begins just after) this key.
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

    /// The keys from `lower` to `upper`, including both.
    public static func from(_ lower: Key, through upper: Key) -> Self {
        Self(lower: .inclusive(lower), upper: .inclusive(upper))
    }

    /// The keys above `key`.
    public static func after(_ key: Key) -> Self { Self(lower: .exclusive(key)) }

    /// The keys up to `key`, including it.
    public static func through(_ key: Key) -> Self { Self(upper: .inclusive(key)) }

    /// The keys below `key`.
    public static func before(_ key: Key) -> Self { Self(upper: .exclusive(key)) }
}

extension KeyRange {
    /// Calls `body` with the bytes of the bounds, which are valid during the call only.
    @unsafe
    func withBytes<R, E: Error>(_ body: (ScanRange) throws(E) -> R) throws(E) -> R {
        try unsafe lower.withBytes { lower throws(E) in
            try unsafe upper.withBytes { upper throws(E) in
                try unsafe body(ScanRange(lower: lower, upper: upper))
            }
        }
    }

    /// Returns the range between other bounds.
    public func map<Other>(_ body: (Key) -> Other) -> KeyRange<Other> {
        func map(_ bound: Bound) -> KeyRange<Other>.Bound {
            switch bound {
            case .unbounded: .unbounded
            case .inclusive(let key): .inclusive(body(key))
            case .exclusive(let key): .exclusive(body(key))
            }
        }
        return KeyRange<Other>(lower: map(lower), upper: map(upper))
    }
}

extension KeyRange.Bound {
    @unsafe
    fileprivate func withBytes<R, E: Error>(_ body: (ScanBound) throws(E) -> R) throws(E) -> R {
        switch self {
        case .unbounded: try unsafe body(.unbounded)
        case .inclusive(let key): try unsafe key.withBytes { key throws(E) in try unsafe body(.inclusive(key)) }
        case .exclusive(let key): try unsafe key.withBytes { key throws(E) in try unsafe body(.exclusive(key)) }
        }
    }
}

extension KeyRange: Sendable where Key: Sendable {}
extension KeyRange.Bound: Sendable where Key: Sendable {}
