/// What a node says about itself when it asks to be paired by an invitation.
public struct PairRequest: Hashable, Sendable {
    public let secret: InvitationSecret
    /// The group of the invitation.
    public let group: GroupID
    /// The name of the node.
    public let name: String
    /// The addresses at which the node listens for peers; empty if it does not.
    public let places: [HostPort]

    public init(secret: InvitationSecret, group: GroupID, name: String, places: [HostPort]) {
        self.secret = secret
        self.group = group
        self.name = name
        self.places = places
    }
}
