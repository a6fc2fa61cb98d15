internal import NIOCore

/// Bounds how often other machines begin a handshake, which costs this node a signature. A pure value.
///
/// A handshake takes a token of its network and a token of all networks. If one of them is missing, a handshake from the address
/// of a peer takes a token of this address. So strangers, also those in the network of a peer, cannot use up what a peer needs.
/// TCP has confirmed the address before, so an attacker with a forged address takes no token.
///
/// This machine has no bound: its programs can take the processors anyway.
struct HandshakeRate {
    /// Handshakes in a second, and those that may begin at once after a pause.
    struct Bound {
        let perSecond: Double
        let burst: Double

        static let oneNetwork = Bound(perSecond: 20, burst: 64)
        static let allNetworks = Bound(perSecond: 200, burst: 512)
        /// A member can have many addresses, one after the other, so this is little.
        static let peerAddress = Bound(perSecond: 5, burst: 16)
    }

    private struct Bucket {
        let bound: Bound
        private var tokens: Double
        private var last: NIODeadline

        init(_ bound: Bound, now: NIODeadline) {
            (self.bound, tokens, last) = (bound, bound.burst, now)
        }

        mutating func fill(now: NIODeadline) {
            let seconds = Double((now - last).nanoseconds) / 1e9
            tokens = min(bound.burst, tokens + seconds * bound.perSecond)
            last = now
        }

        var hasToken: Bool { tokens >= 1 }

        var isFull: Bool { tokens >= bound.burst }

        mutating func takeToken() { tokens -= 1 }
    }

    /// With more buckets than this, the full ones are removed. Fewer than this many can be short of tokens at one time,
    /// because other bounds limit how many tokens are taken: that of all networks, and the number of peers' addresses.
    static let maximumBuckets = 2048

    private var networks: [ClientNetwork: Bucket] = [:]
    private var peerAddresses: [ClientAddress: Bucket] = [:]
    private var allNetworks: Bucket

    init(now: NIODeadline) {
        allNetworks = Bucket(.allNetworks, now: now)
    }

    /// Whether a handshake may begin. If so, counts it.
    ///
    /// - Parameter isPeer: whether the address is that of a peer: see ``TrustedClients``.
    mutating func allows(_ address: ClientAddress, isPeer: Bool, now: NIODeadline) -> Bool {
        guard address != .thisMachine else { return true }
        var network = networks[address.network] ?? Bucket(.oneNetwork, now: now)
        network.fill(now: now)
        allNetworks.fill(now: now)
        if network.hasToken, allNetworks.hasToken {
            network.takeToken()
            allNetworks.takeToken()
            networks[address.network] = network
            Self.forgetFull(in: &networks, now: now)
            return true
        }
        guard isPeer else { return false }
        var bucket = peerAddresses[address] ?? Bucket(.peerAddress, now: now)
        bucket.fill(now: now)
        guard bucket.hasToken else { return false }
        bucket.takeToken()
        peerAddresses[address] = bucket
        Self.forgetFull(in: &peerAddresses, now: now)
        return true
    }

    private static func forgetFull<Client>(in buckets: inout [Client: Bucket], now: NIODeadline) {
        guard buckets.count > maximumBuckets else { return }
        buckets = buckets.filter { entry in
            var bucket = entry.value
            bucket.fill(now: now)
            return !bucket.isFull
        }
    }

    /// The number of buckets of networks and of addresses.
    var bucketCount: Int { networks.count + peerAddresses.count }
}
