import ChatModel

/// The nodes that have requested this node's log since its start: a pure value over what they claim.
struct Requesters {
    struct Requester: Hashable {
        let firstRequest: Duration
        var lastRequest: Duration
        /// Whether the requester takes this node's messages; false if it is in another group.
        var takesMessages: Bool
        /// The highest id for which the requester has shown the right mark; nil before the first.
        var confirmed: LogID?
    }

    /// By the public key that the requester claims.
    private(set) var all: [PublicKey: Requester] = [:]

    /// The largest number of unknown requesters that are remembered, because anybody can claim any key.
    static let maximumUnknown = 64

    /// Remembers a request.
    ///
    /// - Parameters:
    ///   - takesMessages: whether the requester's group takes the messages of this node's group.
    ///   - confirmed: the id for which the request shows the right mark.
    ///   - peers: the public keys that the configured peers claim. They are needed only for the first request of a key.
    mutating func noteRequest(
        of key: PublicKey, takesMessages: Bool, confirmed: LogID?, at now: Duration,
        peers: @autoclosure () -> Set<PublicKey>
    ) {
        // A peer may claim another key on each page. Its earlier keys then count as unknown, so that their number must be
        // limited here too.
        if all[key] == nil { makeRoom(peers()) }
        var requester = all[key] ?? Requester(firstRequest: now, lastRequest: now, takesMessages: takesMessages)
        (requester.lastRequest, requester.takesMessages) = (now, takesMessages)
        if let confirmed { requester.confirmed = max(confirmed, requester.confirmed ?? .zero) }
        all[key] = requester
    }

    /// Forgets the unknown requesters whose last request is the oldest.
    private mutating func makeRoom(_ peers: Set<PublicKey>) {
        let unknown = all.filter { !peers.contains($0.key) }.sorted { $0.value.lastRequest < $1.value.lastRequest }
        for requester in unknown.dropLast(Self.maximumUnknown - 1) { all[requester.key] = nil }
    }
}
