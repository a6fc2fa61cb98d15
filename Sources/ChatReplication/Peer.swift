public import ChatStore

/// A peer to pull from, as configured.
public struct Peer: Sendable {
    public let name: PeerName
    public let source: any LogSource

    public init(name: PeerName, source: any LogSource) {
        self.name = name
        self.source = source
    }
}
