public import ChatModel
public import ChatStore
import Synchronization

extension Replicator {
    /// How this node stands with its peers, and who else pulls from it.
    ///
    /// - Throws: ``StoreError`` as the store's reads.
    /// - Complexity: O(peers · ``PeerStatus/maximumUnread``)
    public func status() throws(StoreError) -> GroupStatus {
        let now = clock.now - start
        let wall = anchor.withLock { anchor in
            anchor.set(now: now, wall: SystemTime().wall)
            return anchor
        }
        let askers = self.askers.withLock { $0.all }
        var peers: [PeerStatus] = []
        for puller in pullers { peers.append(try status(of: puller, askers, wall)) }
        let strangers = askers.filter { !claimedNodes.contains($0.key) }.sorted { $0.key < $1.key }
        return GroupStatus(
            peers: peers,
            askers: strangers.map { GroupStatus.Asker(node: $0.key, asked: wall.time(of: $0.value.last)) })
    }

    private func status(
        of puller: PeerPuller, _ askers: [PublicKey: Askers.Asker], _ wall: WallAnchor
    ) throws(StoreError) -> PeerStatus {
        let report = puller.report
        var status = PeerStatus(
            address: "\(puller.peerID)", state: report.state, since: wall.time(of: report.since))
        (status.node, status.name, status.behind) = (report.node, report.name, report.behind)
        status.answered = report.answered.map(wall.time)
        status.current = report.current.map(wall.time)
        if let asker = puller.claimedNode.flatMap({ askers[$0] }) {
            status.asked = wall.time(of: asker.last)
            status.read = asker.read
            if let read = asker.read {
                status.unread = try store.messageCount(after: read, upTo: PeerStatus.maximumUnread)
            }
        }
        let standing = try store.standing(with: puller.peerID)
        (status.quarantined, status.skipped) = (standing.quarantineEntries, standing.skipped)
        return status
    }
}
