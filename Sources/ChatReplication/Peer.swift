public import ChatStore

/// A configured peer.
public struct Peer: Sendable {
    public let id: PeerID
    public let source: any LogSource

    public init(id: PeerID, source: any LogSource) {
        self.id = id
        self.source = source
    }
}
