/// What the peer listener does with a node that has proven its key.
public enum LinkAccess: Hashable, Sendable {
    /// The node may pull.
    case admitted
    /// The key is unknown. The node may ask to be paired.
    case unpaired
    /// A person has paused the peer, or has to confirm it.
    case paused
    /// A person has removed the peer.
    case removed
}
