/// A timestamp of a hybrid logical clock (Kulkarni et al., 2014): milliseconds since 1970 × 65,536, plus a counter that
/// carries into the milliseconds. Stamps order messages across nodes.
public struct Stamp: RawRepresentable, Hashable, Comparable, Sendable {
    public let rawValue: UInt64

    public static let zero = Stamp(rawValue: 0)
    /// The largest stamp.
    public static let latest = Stamp(rawValue: .max)

    /// 5 minutes in milliseconds: the largest distance between a message's arrival and its display stamp, and the
    /// largest lead of other nodes' stamps that a node's own stamps follow.
    public static let tolerance: UInt64 = 5 * 60 * 1000

    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// Creates the first stamp of a millisecond; the largest stamp for times after the end of the range (in the year
    /// 10889).
    public init(_ time: UnixTime) {
        let (product, overflow) = time.milliseconds.multipliedReportingOverflow(by: 1 << 16)
        rawValue = overflow ? .max : product
    }

    /// The millisecond of the stamp.
    public var time: UnixTime { UnixTime(milliseconds: rawValue >> 16) }

    /// The next stamp. The largest stamp is its own successor; messages with equal stamps still differ by their nonces.
    public var successor: Stamp { Stamp(rawValue: rawValue == .max ? .max : rawValue + 1) }

    /// Returns the display stamp of a message: this stamp, but at most ``tolerance`` after the message's arrival.
    ///
    /// People read messages in the order of their display stamps; messages with equal display stamps are ordered by
    /// digest.
    public func displayStamp(arrival: UnixTime) -> Stamp {
        min(self, Stamp(arrival + Self.tolerance))
    }

    public static func < (left: Stamp, right: Stamp) -> Bool { left.rawValue < right.rawValue }
}
