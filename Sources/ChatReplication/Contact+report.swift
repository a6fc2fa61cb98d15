import ChatModel
import ChatStore

extension Contact {
    /// Merges the values of this lifetime with the stored contact. Newer values replace stored ones. If the peer now claims
    /// another key, the stored contact is ignored.
    ///
    /// Nil before the peer's first page if nothing is remembered, and if the peer's address leads back to this node.
    ///
    /// - Parameters:
    ///   - report: the result of pulling from the peer in this lifetime.
    ///   - remembered: what the store has of earlier lifetimes.
    ///   - requesters: the requesters of this lifetime.
    init?(
        _ report: PullReport, remembered: Contact?, requesters: [PublicKey: Requesters.Requester], _ anchor: WallAnchor
    ) {
        guard report.state != .thisNode, let node = report.node ?? remembered?.node else { return nil }
        let earlier = remembered?.node == node ? remembered : nil
        let requester = requesters[node]
        self.init(node: node, name: report.name ?? earlier?.name ?? "")
        confirmed = [requester?.confirmed, earlier?.confirmed].compactMap(\.self).max()
        lastRequest = requester.map { anchor.time(of: $0.lastRequest) } ?? earlier?.lastRequest
        lastPage = report.lastPage.map(anchor.time) ?? earlier?.lastPage
        lastInSync = report.lastInSync.map(anchor.time) ?? earlier?.lastInSync
    }
}
