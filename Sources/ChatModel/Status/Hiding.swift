/// How this node hides the texts of an origin: its readers do not get them, other nodes do.
public enum Hiding: UInt8, Sendable {
    case hidden = 1
    /// The values of its texts are erased here, too, also of later ones. Only their proofs stay.
    case dropped = 2
}
