public import ChatModel
public import ChatStore
import Synchronization

extension Replicator {
    /// Returns the status of this node's peers, and the unknown requesters of its log.
    ///
    /// - Throws: ``StoreError`` if the store cannot be read.
    /// - Complexity: O(peers · ``PeerStatus/maximumUnconfirmed``)
    public func status() throws(StoreError) -> PeersStatus {
        let anchor = presentAnchor
        let requesters = self.requesters.withLock { $0.all }
        var peers: [PeerStatus] = []
        let waiting = store.waiting
        for puller in pullers { peers.append(try status(of: puller, requesters, waiting, anchor)) }
        let nodes = nodes
        let unknown = requesters.filter { !nodes.contains($0.key) }.sorted { $0.key < $1.key }
        return PeersStatus(
            peers: peers,
            requesters: unknown.map {
                PeersStatus.Requester(node: $0.key, lastRequest: anchor.time(of: $0.value.lastRequest))
            })
    }

    /// What is known of the peers: what is remembered, for those that have not answered in this lifetime.
    var contacts: [PeerID: Contact] {
        let anchor = presentAnchor
        let requesters = self.requesters.withLock { $0.all }
        return pullers.reduce(into: [:]) { contacts, puller in
            contacts[puller.peerID] =
                Contact(
                    puller.report, key: puller.requiredKey, remembered: puller.remembered, requesters: requesters,
                    anchor)
                ?? puller.remembered
        }
    }

    var presentAnchor: WallAnchor {
        let (now, wall) = (now, time.wall)
        return anchor.withLock { anchor in
            anchor.set(now: now, wall: wall)
            return anchor
        }
    }

    private func status(
        of puller: PeerPuller, _ requesters: [PublicKey: Requesters.Requester], _ waiting: [PublicKey: Int],
        _ anchor: WallAnchor
    ) throws(StoreError) -> PeerStatus {
        let report = puller.report
        var status = PeerStatus(
            address: puller.address, state: report.state, since: anchor.time(of: report.since))
        (status.node, status.name, status.behind) = (report.node ?? puller.node, report.name, report.behind)
        status.lastPage = report.lastPage.map(anchor.time)
        if let clock = report.clock, let lastPage = status.lastPage {
            status.clockDifference = ClockDifference(peer: clock, own: lastPage)
        }
        status.lastInSync = report.lastInSync.map(anchor.time)
        if let contact = Contact(
            report, key: puller.requiredKey, remembered: puller.remembered, requesters: requesters, anchor)
        {
            try status.apply(contact, from: store)
        }
        if let node = status.node, let lacks = requesters[node]?.lacks { status.unconfirmed? += lacks }
        let storedPeer = try store.storedPeer(puller.peerID)
        (status.refused, status.exceptions) = (storedPeer.refused, storedPeer.exceptions)
        status.foreign = storedPeer.foreign
        status.waiting = status.node.flatMap { waiting[$0] } ?? 0
        status.laterForm = storedPeer.laterFormID
        return status
    }
}

extension PeerStatus {
    fileprivate mutating func apply(_ contact: Contact, from store: ChatStore) throws(StoreError) {
        (node, confirmed, isProven) = (contact.node, contact.confirmed, contact.isProven)
        if !contact.name.isEmpty { name = contact.name }
        (lastRequest, lastPage, lastInSync) = (contact.lastRequest, contact.lastPage, contact.lastInSync)
        guard lastRequest != nil else { return }
        let missing = try store.entryCount(after: confirmed ?? .zero, upTo: Self.maximumUnconfirmed)
        // For an empty log no request can show a mark, and the peer lacks nothing.
        if confirmed != nil || missing == 0 { unconfirmed = missing }
    }
}
