/// The wall clocks of a peer and of this node at one moment, if they differ so much that people see messages in a wrong order.
/// One of the two is wrong; the node cannot know which.
public struct ClockDifference: Hashable, Sendable {
    public let peer: UnixTime
    public let own: UnixTime

    /// Returns nil for clocks that differ by no more than ``Stamp/tolerance``: a page may take a minute to arrive.
    public init?(peer: UnixTime, own: UnixTime) {
        guard max(peer - own, own - peer) > Stamp.tolerance else { return nil }
        self.peer = peer
        self.own = own
    }

    /// How far the peer's clock is ahead, in milliseconds; negative if it is behind.
    public var aheadMilliseconds: Int64 {
        Int64(clamping: peer - own) - Int64(clamping: own - peer)
    }
}
