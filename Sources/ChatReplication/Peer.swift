public import ChatStore

/// A peer to pull from, as configured.
public struct Peer: Sendable {
    public let id: PeerID
    public let source: any LogSource

    public init(id: PeerID, source: any LogSource) {
        self.id = id
        self.source = source
    }
}
