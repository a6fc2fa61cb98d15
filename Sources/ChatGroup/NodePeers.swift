internal import ChatLink
package import ChatModel
internal import ChatReplication
internal import ChatServer
internal import ChatStore
internal import Synchronization

/// The peers of this node, for the server: those of the replicator, with what the store says of the paired ones.
package final class NodePeers: PeersSource {
    private struct Paired {
        var shown: [PublicKey: PairedPeer] = [:]
        /// The last removed one first.
        var removed: [PairedPeer] = []
        var standings: [PublicKey: Standing] = [:]
    }

    private let store: ChatStore
    private let replicator: Replicator
    private let paired = Mutex(Paired())

    init(store: ChatStore, replicator: Replicator) {
        self.store = store
        self.replicator = replicator
    }

    // MARK: The paired peers

    /// Sets the paired peers and the removed ones.
    func set(_ peers: [PairedPeer], _ standings: [PublicKey: Standing]) {
        paired.withLock { paired in
            paired.shown = peers.filter { $0.state != .removed }.reduce(into: [:]) { $0[$1.key] = $1 }
            paired.removed = peers.filter { $0.state == .removed }.map { peer in
                var peer = peer
                peer.since = standings[peer.key]?.end?.arrival ?? peer.since
                return peer
            }.sorted { ($0.since, $0.key) > ($1.since, $1.key) }
            paired.standings = standings
        }
    }

    /// The number of peers that a person has to confirm.
    var unconfirmedCount: Int { paired.withLock { $0.shown.values.count(where: \.isUnconfirmed) } }

    // MARK: For the server

    package var changes: ChangeSignal { replicator.changes }

    package func noteRequest(_ request: PullRequest, confirmed: LogID?, isProven: Bool) {
        replicator.noteRequest(request, confirmed: confirmed, isProven: isProven)
    }

    /// The status of the replicator, with the names of the paired peers, and with those that are not pulled from.
    package func status() throws -> PeersStatus {
        var status = try replicator.status()
        let known = self.paired.withLock(\.self)
        let hidden = try store.hidden()
        var paired = known.shown
        // They requested messages before they were paused or removed.
        let keys = Set(paired.keys).union(known.removed.map(\.key))
        status.requesters.removeAll { keys.contains($0.node) }
        for index in status.peers.indices {
            guard let key = status.peers[index].node, let peer = paired[key],
                status.peers[index].address.hasPrefix(LinkAddress.scheme)
            else { continue }
            paired[key] = nil
            status.peers[index].name = peer.localName ?? status.peers[index].name ?? peer.shownName
            status.peers[index].pairedSince = peer.since
        }
        for peer in paired.values.sorted(by: { $0.key < $1.key }) where !peer.isLinked {
            status.peers.append(try PeerStatus(peer, store))
        }
        for index in status.peers.indices {
            // Over plain HTTP, the key is a claim.
            guard status.peers[index].address.hasPrefix(LinkAddress.scheme) else { continue }
            status.peers[index].standing = status.peers[index].node.flatMap { known.standings[$0] }
            status.peers[index].hiding = status.peers[index].node.flatMap { hidden[$0] }
        }
        status.standing = known.standings[store.key.publicKey]
        status.petnames = try store.petnames()
        let waiting = store.waiting
        status.removed = known.removed.prefix(PairedPeer.maximumCount).map { peer in
            var removed = PeersStatus.Removed(
                node: peer.key, name: peer.shownName, since: peer.since, standing: known.standings[peer.key])
            (removed.hiding, removed.waiting) = (hidden[peer.key], waiting[peer.key] ?? 0)
            return removed
        }
        return status
    }
}

extension PeerStatus {
    /// The status of a paired peer that is not pulled from now.
    fileprivate init(_ peer: PairedPeer, _ store: ChatStore) throws {
        let address = LinkPeer(key: peer.key, places: peer.places).address
        self.init(address: address, state: peer.isUnconfirmed ? .unconfirmed : .paused, since: peer.since)
        (node, name, pairedSince) = (peer.key, peer.shownName, peer.since)
        guard let contact = try store.contact(with: PeerID(of: peer.key)) else { return }
        if peer.localName == nil, !contact.name.isEmpty { name = contact.name }
        (lastRequest, lastPage, lastInSync) = (contact.lastRequest, contact.lastPage, contact.lastInSync)
        (confirmed, isProven) = (contact.confirmed, contact.isProven)
    }
}
