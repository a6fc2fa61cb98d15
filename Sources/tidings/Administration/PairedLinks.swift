import ChatLink
import ChatModel
import ChatReplication
import ChatStore
import Logging

/// What runs for the paired peers: the admitted keys, the pullers, and the turned links.
///
/// The store decides. Each change is a transaction there; then ``reconcile()`` compares what runs with what is stored, and
/// does not suspend meanwhile. So it does not matter in which order changes end, or where the process is killed.
actor PairedLinks {
    private struct Linked {
        let peer: PairedPeer
        let transport: LinkTransport
        let turnedLink: Task<Void, Never>?

        func end() {
            turnedLink?.cancel()
            transport.close()
        }
    }

    private let parts: Administration.Parts
    private let group: NodeGroup
    private let listeners: PeerListeners
    /// The peers that are pulled from, as they were when their links were made.
    private var linked: [PublicKey: Linked] = [:]
    private var hasEnded = false

    init(_ parts: Administration.Parts, group: NodeGroup, listeners: PeerListeners) {
        self.parts = parts
        self.group = group
        self.listeners = listeners
    }

    /// Makes the admitted keys and the pulled peers those of the store.
    ///
    /// - Throws: ``StoreError`` if the store cannot be read. Then all goes on as before.
    func reconcile() throws(StoreError) {
        let peers = try parts.store.pairedPeers()
        for peer in peers where !parts.isConfigured(peer.key) {
            parts.keys.set(peer.admission, for: peer.key)
        }
        let wanted = peers.filter { $0.isLinked && !parts.isConfigured($0.key) }
        for (key, link) in linked where !wanted.contains(where: { $0.key == key && $0.places == link.peer.places }) {
            parts.replicator.remove(PeerID(of: key))
            link.end()
            linked[key] = nil
        }
        group.set(peers)
        for peer in wanted where linked[peer.key] == nil && !hasEnded { start(peer) }
        parts.replicator.changes.changed()
    }

    private func start(_ peer: PairedPeer) {
        let linkPeer = LinkPeer(key: peer.key, places: LinkPeer.dialable(peer.places, mayBeHere: true))
        do {
            let transport = try LinkTransport(linkPeer, parts.keys, time: parts.time)
            let turnedLink = listeners.server.map { parts.turnedLink(to: peer.key, transport, $0) }
            linked[peer.key] = Linked(
                peer: peer, transport: transport, turnedLink: turnedLink.map { link in Task { await link.run() } })
            parts.replicator.add(
                Peer(
                    id: PeerID(of: peer.key), source: PeerLog(transport: transport), key: peer.key,
                    address: linkPeer.address))
        } catch {
            parts.logger.error(
                "No link to a peer can be made.", metadata: ["peer": "\(peer.key)", "error": "\(error)"])
        }
    }

    nonisolated func isConfigured(_ peer: PublicKey) -> Bool { parts.isConfigured(peer) }

    /// Returns the addresses of a paired peer that is pulled from; nil for another key.
    func places(of peer: PublicKey) -> [HostPort]? { linked[peer]?.peer.places }

    /// Closes the links, and opens no more. The replicator ends the pullers.
    func end() {
        hasEnded = true
        for link in linked.values { link.end() }
    }
}

extension PairedPeer {
    fileprivate var admission: Admission {
        switch state {
        case .removed: .removed
        case .paused: .paused
        case .active: isUnconfirmed ? .paused : .admitted
        }
    }
}
