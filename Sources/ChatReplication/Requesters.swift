import ChatModel

/// The nodes that have requested this node's log since its start: a pure value over what they claim or prove.
struct Requesters {
    struct Requester: Hashable {
        var lastRequest: Duration
        /// The highest id for which the requester has shown the right mark; nil before the first.
        var confirmed: LogID?
        /// How many messages up to there it said that it lacks.
        var lacks = 0
        /// Whether the requests came over a link, so that the requester has proven its key; otherwise it claims it.
        var isProven = false
    }

    /// By the public key that the requester claims or proves.
    private(set) var all: [PublicKey: Requester] = [:]

    /// The largest number of unknown requesters that are remembered, because anybody can claim any key.
    static let maximumUnknown = 64

    /// Remembers a request.
    ///
    /// - Parameters:
    ///   - confirmed: the id for which the request shows the right mark.
    ///   - lacks: how many messages up to there the requester lacks.
    ///   - isProven: whether the request came over a link.
    ///   - peers: the public keys that the configured peers claim or have. They are needed only for the first request of a
    ///     key.
    /// - Returns: false for a claim of a key that a requester has proven: it changes nothing.
    @discardableResult
    mutating func noteRequest(
        of key: PublicKey, confirmed: LogID?, lacks: Int = 0, isProven: Bool = false, at now: Duration,
        peers: @autoclosure () -> Set<PublicKey>
    ) -> Bool {
        if let known = all[key], known.isProven != isProven {
            if known.isProven { return false }
            // What others have claimed under this key says nothing about it.
            all[key] = nil
        }
        // A peer may claim another key on each page. Its earlier keys then count as unknown, so that their number must be
        // limited here too.
        if all[key] == nil { makeRoom(peers()) }
        var requester = all[key] ?? Requester(lastRequest: now, isProven: isProven)
        requester.lastRequest = now
        if let confirmed, confirmed >= requester.confirmed ?? .zero {
            (requester.confirmed, requester.lacks) = (confirmed, lacks)
        }
        all[key] = requester
        return true
    }

    /// Forgets the unknown requesters whose last request is the oldest.
    private mutating func makeRoom(_ peers: Set<PublicKey>) {
        let unknown = all.filter { !peers.contains($0.key) }.sorted { $0.value.lastRequest < $1.value.lastRequest }
        for requester in unknown.dropLast(Self.maximumUnknown - 1) { all[requester.key] = nil }
    }
}
