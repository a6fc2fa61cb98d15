import ChatStore

/// The pullers of a replicator, which change while it runs.
struct PeerList {
    /// In the order in which the peers were added.
    private(set) var pullers: [PeerPuller]
    /// Removed pullers that still run. One of a peer that is added again may only start when the earlier one has ended:
    /// both would move the cursor of the peer.
    private var ending: [PeerID: PeerPuller] = [:]
    /// Receives pullers that are to run. Nil before the replicator runs.
    private var starts: AsyncStream<PeerPuller>.Continuation?

    init(pullers: [PeerPuller]) {
        self.pullers = pullers
    }

    /// Returns the pullers that are to run: those that there are, and later those that are added.
    mutating func starting() -> AsyncStream<PeerPuller> {
        let (starting, starts) = AsyncStream<PeerPuller>.makeStream()
        self.starts = starts
        for puller in pullers { starts.yield(puller) }
        return starting
    }

    /// - Returns: false if there is a puller of this peer; then nothing changes.
    mutating func add(_ puller: PeerPuller) -> Bool {
        guard !pullers.contains(where: { $0.peerID == puller.peerID }) else { return false }
        pullers.append(puller)
        if ending[puller.peerID] == nil { starts?.yield(puller) }
        return true
    }

    /// - Returns: false if there is no puller of this peer.
    mutating func remove(_ peer: PeerID) -> Bool {
        guard let index = pullers.firstIndex(where: { $0.peerID == peer }) else { return false }
        let puller = pullers.remove(at: index)
        puller.remove()
        // A puller that waits for an earlier one of the same peer has not started.
        if starts != nil, ending[peer] == nil { ending[peer] = puller }
        return true
    }

    /// Starts a puller of the same peer that was added since the removal.
    mutating func ended(_ puller: PeerPuller) {
        guard ending[puller.peerID] === puller else { return }
        ending[puller.peerID] = nil
        if let next = pullers.first(where: { $0.peerID == puller.peerID }) { starts?.yield(next) }
    }
}
