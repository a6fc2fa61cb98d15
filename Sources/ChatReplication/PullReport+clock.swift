import ChatModel

extension PullReport {
    /// The difference between the peer's clock and this node's clock; nil while it is unknown or small. If a person sets this
    /// node's clock, the anchor has the corrected times.
    func clockDifference(_ anchor: WallAnchor) -> ClockDifference? {
        guard let clock, let lastPage else { return nil }
        return ClockDifference(peer: clock, own: anchor.time(of: lastPage))
    }
}
