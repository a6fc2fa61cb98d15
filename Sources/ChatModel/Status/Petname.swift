/// What the owner of this node calls whoever writes as a user at an origin. Only readers of this node see it.
public struct Petname: Hashable, Sendable {
    public var origin: PublicKey
    public var user: FieldValue
    public var name: FieldValue

    public init(_ name: FieldValue, for user: FieldValue, at origin: PublicKey) {
        (self.origin, self.user, self.name) = (origin, user, name)
    }
}
