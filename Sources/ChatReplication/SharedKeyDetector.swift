import ChatModel
import ChatStore

/// Detects peers that claim the same public key: two addresses of one node, a copy of a node's folder, or a lie.
struct SharedKeyDetector {
    private var reported: Set<PublicKey> = []

    /// The largest number of notices, because anybody can claim any key.
    static let maximumKeys = 64

    /// - Parameter claims: the peers that have answered, in the order of the configuration, with the keys they claim.
    /// - Returns: a notice for each key that several peers claim and that was not reported before.
    mutating func notices(on claims: [(peer: PeerID, key: PublicKey)]) -> [Notice] {
        let peers = Dictionary(grouping: claims, by: \.key).mapValues { $0.map(\.peer) }
        let shared = peers.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }
        return shared.filter { reported.count < Self.maximumKeys && reported.insert($0.key).inserted }
            .map { .sharedKey($0.key, peers: $0.value) }
    }
}
