/// A hybrid logical clock's reading (Kulkarni et al., 2014): milliseconds since 1970 × 65,536 plus a counter that
/// carries into the milliseconds. It orders messages across nodes.
public struct Stamp: RawRepresentable, Hashable, Comparable, Sendable {
    public let rawValue: UInt64

    public static let zero = Stamp(rawValue: 0)

    /// A message shows no further in the future than this after its arrival, and a clock follows others no further.
    public static let tolerance: UInt64 = 5 * 60 * 1000

    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// The first stamp of a millisecond; the last of all where the range ends (in the year 10889).
    public init(_ time: UnixTime) {
        let (product, overflow) = time.milliseconds.multipliedReportingOverflow(by: 1 << 16)
        rawValue = overflow ? .max : product
    }

    public var time: UnixTime { UnixTime(milliseconds: rawValue >> 16) }

    /// The next stamp; itself at the end of the range, where nonces still tell messages apart.
    public var successor: Stamp { Stamp(rawValue: rawValue == .max ? .max : rawValue + 1) }

    /// Where people see a message that was stamped so and arrived then: a stamp from the future stands no further
    /// than ``tolerance`` after its arrival. Digests decide between equal places.
    public func shown(arrival: UnixTime) -> Stamp {
        min(self, Stamp(arrival + Self.tolerance))
    }

    public static func < (left: Stamp, right: Stamp) -> Bool { left.rawValue < right.rawValue }
}
