internal import NIOCore

/// Bounds how often other machines begin a handshake, which costs this node a signature: a token bucket for each network,
/// and one for all networks without a peer. A pure value.
///
/// This machine has no bound: its programs can take the processors anyway.
struct HandshakeRate {
    /// Handshakes in a second, and those that may begin at once after a pause.
    struct Bound {
        let perSecond: Double
        let burst: Double

        static let oneNetwork = Bound(perSecond: 20, burst: 64)
        static let strangers = Bound(perSecond: 200, burst: 512)
    }

    private struct Bucket {
        private var tokens: Double
        private var last: NIODeadline

        init(_ bound: Bound, now: NIODeadline) {
            (tokens, last) = (bound.burst, now)
        }

        mutating func fill(_ bound: Bound, now: NIODeadline) {
            let seconds = Double((now - last).nanoseconds) / 1e9
            tokens = min(bound.burst, tokens + seconds * bound.perSecond)
            last = now
        }

        var hasToken: Bool { tokens >= 1 }

        func isFull(_ bound: Bound) -> Bool { tokens >= bound.burst }

        mutating func takeToken() { tokens -= 1 }
    }

    /// With more buckets than this, the full ones are removed. Fewer than this many can be short of tokens at one time,
    /// because the bound for all networks limits how many tokens are taken.
    static let maximumNetworks = 2048

    private var networks: [ClientNetwork: Bucket] = [:]
    private var strangers: Bucket

    init(now: NIODeadline) {
        strangers = Bucket(.strangers, now: now)
    }

    /// Whether a handshake may begin. If so, counts it.
    ///
    /// - Parameter isPeer: whether the address is that of a peer: see ``TrustedClients``.
    mutating func allows(_ network: ClientNetwork, isPeer: Bool, now: NIODeadline) -> Bool {
        guard network != .thisMachine else { return true }
        var bucket = networks[network] ?? Bucket(.oneNetwork, now: now)
        bucket.fill(.oneNetwork, now: now)
        strangers.fill(.strangers, now: now)
        guard bucket.hasToken, isPeer || strangers.hasToken else { return false }
        bucket.takeToken()
        if !isPeer { strangers.takeToken() }
        networks[network] = bucket
        if networks.count > Self.maximumNetworks { forgetFull(now: now) }
        return true
    }

    private mutating func forgetFull(now: NIODeadline) {
        networks = networks.filter { entry in
            var bucket = entry.value
            bucket.fill(.oneNetwork, now: now)
            return !bucket.isFull(.oneNetwork)
        }
    }

    /// The number of networks that have a bucket.
    var networkCount: Int { networks.count }
}
