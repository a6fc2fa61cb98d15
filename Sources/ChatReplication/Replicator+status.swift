public import ChatModel
public import ChatStore
import Synchronization

extension Replicator {
    /// Returns the status of this node's peers, and the unknown requesters of its log.
    ///
    /// - Throws: ``StoreError`` if the store cannot be read.
    /// - Complexity: O(peers · ``PeerStatus/maximumUnconfirmed``)
    public func status() throws(StoreError) -> GroupStatus {
        let (now, wall) = (now, time.wall)
        let anchor = anchor.withLock { anchor in
            anchor.set(now: now, wall: wall)
            return anchor
        }
        let requesters = self.requesters.withLock { $0.all }
        var peers: [PeerStatus] = []
        for puller in pullers { peers.append(try status(of: puller, requesters, anchor)) }
        let nodes = nodes
        let unknown = requesters.filter { !nodes.contains($0.key) }.sorted { $0.key < $1.key }
        return GroupStatus(
            peers: peers,
            requesters: unknown.map {
                GroupStatus.Requester(node: $0.key, lastRequest: anchor.time(of: $0.value.lastRequest))
            })
    }

    private func status(
        of puller: PeerPuller, _ requesters: [PublicKey: Requesters.Requester], _ anchor: WallAnchor
    ) throws(StoreError) -> PeerStatus {
        let report = puller.report
        var status = PeerStatus(
            address: puller.address, state: report.state, since: anchor.time(of: report.since))
        (status.node, status.name, status.behind) = (report.node ?? puller.node, report.name, report.behind)
        status.lastPage = report.lastPage.map(anchor.time)
        status.lastInSync = report.lastInSync.map(anchor.time)
        if let requester = puller.node.flatMap({ requesters[$0] }) {
            status.isProven = requester.isProven
            status.lastRequest = anchor.time(of: requester.lastRequest)
            status.confirmed = requester.confirmed
            if let confirmed = requester.confirmed {
                status.unconfirmed = try store.entryCount(after: confirmed, upTo: PeerStatus.maximumUnconfirmed)
            }
        }
        let storedPeer = try store.storedPeer(puller.peerID)
        (status.quarantined, status.skipped) = (storedPeer.quarantineEntries, storedPeer.skipped)
        status.foreign = storedPeer.foreign
        status.laterForm = storedPeer.laterFormID
        return status
    }
}
