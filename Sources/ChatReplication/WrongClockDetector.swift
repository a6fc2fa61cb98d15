import ChatModel
import ChatStore

/// Decides when the owner is told that a peer's clock and this node's differ: once, until they agree again. A pure value.
struct WrongClockDetector {
    private var reported: Set<PeerID> = []

    /// - Parameters:
    ///   - clocks: the difference at the peer's last page; nil if there is none.
    ///   - lastPage: when that page came; nil if the peer has not answered yet.
    /// - Returns: the difference, if it is news.
    mutating func news(of peer: PeerID, _ clocks: ClockDifference?, _ lastPage: Duration?) -> ClockDifference? {
        guard let clocks else {
            if lastPage != nil { reported.remove(peer) }
            return nil
        }
        return reported.insert(peer).inserted ? clocks : nil
    }
}
