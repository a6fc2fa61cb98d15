internal import NIOCore

/// Bounds how often other machines begin a handshake, which costs this node a signature. A pure value.
///
/// A handshake spends a token of its network and a token of all networks. If one of them is missing, a handshake from the address
/// of a peer spends a token of this address. So strangers, also those in the network of a peer, cannot use up what a peer needs.
/// TCP has confirmed the address before, so an attacker with a forged address spends no token.
///
/// This machine has no bound: its programs can use up the processors anyway.
struct HandshakeRate {
    /// A bucket of tokens. Its state is the time at which it is full again.
    private struct Bucket {
        /// The time until a token is back.
        let interval: TimeAmount
        /// The tokens of a full bucket.
        let burst: Int64

        static let oneNetwork = Bucket(interval: .milliseconds(50), burst: 64)
        static let allNetworks = Bucket(interval: .milliseconds(5), burst: 512)
        /// A member can have many addresses, one after the other, so this is little.
        static let peerAddress = Bucket(interval: .milliseconds(200), burst: 16)

        /// Spends a token. Returns the time at which the bucket is full again; nil if it has no token.
        func spent(from full: NIODeadline?, now: NIODeadline) -> NIODeadline? {
            let next = max(full ?? now, now) + interval
            return next <= now + interval * burst ? next : nil
        }
    }

    /// With more buckets than this, the full ones are removed. Fewer than this many can be short of tokens at one time,
    /// because other bounds limit how many tokens are spent: that of all networks, and the number of peers' addresses.
    static let maximumBuckets = 2048

    // The times at which the buckets are full again; nil for a full one.
    private var networks: [RemoteNetwork: NIODeadline] = [:]
    private var peerAddresses: [RemoteAddress: NIODeadline] = [:]
    private var allNetworks: NIODeadline?

    /// Whether a handshake may begin. If so, counts it.
    ///
    /// - Parameter isPeer: whether the address is that of a peer: see ``TrustedAddresses``.
    mutating func allows(_ address: RemoteAddress, isPeer: Bool, now: NIODeadline) -> Bool {
        guard address != .thisMachine else { return true }
        if let network = Bucket.oneNetwork.spent(from: networks[address.network], now: now),
            let all = Bucket.allNetworks.spent(from: allNetworks, now: now)
        {
            (networks[address.network], allNetworks) = (network, all)
            if networks.count > Self.maximumBuckets { networks = networks.filter { $0.value > now } }
            return true
        }
        guard isPeer, let peer = Bucket.peerAddress.spent(from: peerAddresses[address], now: now) else { return false }
        peerAddresses[address] = peer
        if peerAddresses.count > Self.maximumBuckets { peerAddresses = peerAddresses.filter { $0.value > now } }
        return true
    }

    /// The number of buckets of networks and of addresses.
    var bucketCount: Int { networks.count + peerAddresses.count }
}
