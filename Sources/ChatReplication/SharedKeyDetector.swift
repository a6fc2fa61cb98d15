import ChatModel
import ChatStore

/// Notices peers that claim one key: a node by two addresses, a copy of its folder, or a liar. A pure value.
struct SharedKeyDetector {
    private var said: Set<PublicKey> = []

    /// Keys are claimed: so many notices are given.
    static let maximumKeys = 64

    /// - Parameter claims: the peers that have answered, in the order of the configuration, and whose key each claims.
    /// - Returns: a notice for each key that several claim and of which nothing was said yet.
    mutating func notices(on claims: [(peer: PeerID, key: PublicKey)]) -> [Notice] {
        let peers = Dictionary(grouping: claims, by: \.key).mapValues { $0.map { "\($0.peer)" } }
        let shared = peers.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }
        return shared.filter { said.count < Self.maximumKeys && said.insert($0.key).inserted }
            .map { .sharedKey($0.key, peers: $0.value.joined(separator: " and ")) }
    }
}
