/// How this node hides the messages of an origin: its readers do not get them, other nodes do.
public enum Hiding: UInt8, Sendable {
    case hidden = 1
    /// The values of its messages are erased here, too, also of later ones. Only their proofs stay.
    case dropped = 2
}
