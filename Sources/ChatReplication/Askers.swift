import ChatModel

/// Who has asked this node for its log in this run: a pure value over what was claimed.
struct Askers {
    struct Asker: Hashable {
        /// When it first asked …
        let first: Duration
        /// … and when it last did.
        var last: Duration
        /// The highest id up to which it has shown that it has read this log.
        var read: LogID?
    }

    /// By the key that was claimed.
    private(set) var all: [PublicKey: Asker] = [:]

    /// Anybody can claim any key: so many are remembered that are no peer's. Those of peers are as few as peers are.
    static let maximumStrangers = 64

    /// A request that claims `key` came.
    ///
    /// - Parameters:
    ///   - read: the id up to which the request shows that its sender has read this log.
    ///   - peers: the keys that peers claim.
    mutating func asked(by key: PublicKey, readUpTo read: LogID?, at now: Duration, peers: Set<PublicKey>) {
        // For a peer's key too: the peer may say another one on each page, and what it said before is a stranger's then.
        if all[key] == nil { makeRoom(peers) }
        var asker = all[key] ?? Asker(first: now, last: now)
        asker.last = now
        if let read { asker.read = max(read, asker.read ?? .zero) }
        all[key] = asker
    }

    /// Forgets strangers who have not asked for longest.
    private mutating func makeRoom(_ peers: Set<PublicKey>) {
        let strangers = all.filter { !peers.contains($0.key) }.sorted { $0.value.last < $1.value.last }
        for stranger in strangers.dropLast(Self.maximumStrangers - 1) { all[stranger.key] = nil }
    }
}
