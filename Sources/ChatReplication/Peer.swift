public import ChatModel
public import ChatStore

/// A configured peer.
public struct Peer: Sendable {
    public let id: PeerID
    public let source: any LogSource
    /// The public key that the peer has to have; nil if every key will do, because the peer only claims it.
    public let key: PublicKey?
    /// The peer's address or addresses, for the status.
    public let address: String

    /// - Parameters:
    ///   - key: for a source that proves it.
    ///   - address: nil if it is the peer's id.
    public init(id: PeerID, source: any LogSource, key: PublicKey? = nil, address: String? = nil) {
        self.id = id
        self.source = source
        self.key = key
        self.address = address ?? id.description
    }
}
