import ChatModel

/// Detects pulling that goes one way only, the most common mistake of a configuration. A pure value.
struct OneWayDetector {
    let grace: Duration
    private var firstPulled: [PublicKey: Duration] = [:]
    private var given: Set<Notice> = []

    /// The largest number of keys that are remembered, and of notices, because anybody can claim any key.
    static let maximumKeys = 64

    init(grace: Duration) {
        self.grace = grace
    }

    /// A page came from a peer that claims `key` and takes messages of this node's group.
    mutating func pulled(from key: PublicKey, at now: Duration) {
        guard firstPulled.count < Self.maximumKeys, firstPulled[key] == nil else { return }
        firstPulled[key] = now
    }

    /// Returns a notice for each node with which pulling has been one way for at least the grace, once.
    ///
    /// - Parameters:
    ///   - earlier: the public keys whose requests are remembered from earlier lifetimes.
    ///   - required: the public keys that configured peers have to have. Such a peer may request pages without being
    ///     reachable.
    ///   - knowsAllPeers: whether the key of each configured peer is known; otherwise a requester may be one of them.
    mutating func notices(
        at now: Duration, requesters: Requesters, earlier: Set<PublicKey> = [], required: Set<PublicKey> = [],
        knowsAllPeers: Bool
    ) -> [Notice] {
        let ever = earlier.union(requesters.all.keys)
        // A node of another group requests pages and takes none of them: it reads its advice in its own log. A node without
        // a request within the grace has stopped.
        let readers = requesters.all.filter { $0.value.takesMessages && now - $0.value.lastRequest < grace }
            .mapValues(\.firstRequest)
        let pulled = required.union(firstPulled.keys)
        let requestOnly = knowsAllPeers ? overdue(readers, except: pulled, at: now).map(Notice.requestsOnly) : []
        let neverRequest = overdue(firstPulled, except: ever, at: now).map(Notice.neverRequests)
        return (requestOnly + neverRequest).filter { given.count < Self.maximumKeys && given.insert($0).inserted }
    }

    private func overdue(
        _ seen: [PublicKey: Duration], except others: Set<PublicKey>, at now: Duration
    ) -> [PublicKey] {
        seen.filter { !others.contains($0.key) && now - $0.value >= grace }.keys.sorted()
    }
}
