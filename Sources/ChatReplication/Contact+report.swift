import ChatModel
import ChatStore

extension Contact {
    /// Merges the values of this lifetime with the stored contact. Newer values replace stored ones. If the peer now claims
    /// another key, the stored contact is ignored. For a peer with a required key, requests over a link replace
    /// what requests over plain HTTP have claimed, and later claims are ignored.
    ///
    /// Nil if nothing but the required key is known, and if the peer's address leads back to this node.
    ///
    /// - Parameters:
    ///   - report: the result of pulling from the peer in this lifetime.
    ///   - key: the public key that the peer has to have; nil if every key will do.
    ///   - remembered: what the store has of earlier lifetimes.
    ///   - requesters: the requesters of this lifetime.
    init?(
        _ report: PullReport, key: PublicKey?, remembered: Contact?,
        requesters: [PublicKey: Requesters.Requester], _ anchor: WallAnchor
    ) {
        guard report.state != .thisNode, let node = key ?? report.node ?? remembered?.node else { return nil }
        let earlier = remembered?.node == node ? remembered : nil
        let requester = requesters[node]
        guard report.node != nil || earlier != nil || requester != nil else { return nil }
        self.init(node: node, name: report.name ?? earlier?.name ?? "")
        // A peer that only claims its key gets no proof from the requests of the node that has it.
        isProven = key != nil && (requester?.isProven == true || earlier?.isProven == true)
        let requests = key == nil || requester?.isProven == isProven ? requester : nil
        let earlierRequests = key == nil || earlier?.isProven == isProven ? earlier : nil
        confirmed = [requests?.confirmed, earlierRequests?.confirmed].compactMap(\.self).max()
        lastRequest = requests.map { anchor.time(of: $0.lastRequest) } ?? earlierRequests?.lastRequest
        lastPage = report.lastPage.map(anchor.time) ?? earlier?.lastPage
        lastInSync = report.lastInSync.map(anchor.time) ?? earlier?.lastInSync
    }
}
