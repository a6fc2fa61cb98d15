/// What the peer listener does with a node that has proven its key.
public enum Admission: Hashable, Sendable {
    /// The node may pull.
    case admitted
    /// The key is unknown.
    case unpaired
    /// The key was removed.
    case refused
}
