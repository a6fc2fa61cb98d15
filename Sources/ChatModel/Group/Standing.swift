/// What the statements of the group say about a key that is or was a member.
public struct Standing: Hashable, Sendable {
    /// The admission by which the key is or was a member, the one nearest to the founder; nil for the founder.
    public var admission: Admission?
    /// The members that the group loses if this node removes the key. The key is among them if its membership would end; otherwise
    /// this node removes it for itself only.
    public var losses: Set<PublicKey>
    /// How the membership has ended; nil for a member.
    public var end: End?
    /// The lowest key of the person, if other members are the same person; otherwise nil.
    public var person: PublicKey?
    /// Who says that the key and this node's key are the same person; nil if neither does.
    public var same: Persons.Claim?

    /// The first removal of the last admission that was ended. The removed key cannot change it later.
    public struct End: Hashable, Sendable {
        /// The digest of the removal.
        public var removal: Digest
        /// The author of the removal: a member above the key, or the key itself if it has left.
        public var author: PublicKey
        /// The id of the removal in this node's log. A peer that has confirmed it knows the removal.
        public var id: LogID
        /// When the removal arrived at this node.
        public var arrival: UnixTime

        public init(removal: Digest, author: PublicKey, id: LogID, arrival: UnixTime) {
            (self.removal, self.author, self.id, self.arrival) = (removal, author, id, arrival)
        }
    }

    public init(admission: Admission?, losses: Set<PublicKey> = [], end: End? = nil) {
        (self.admission, self.losses, self.end) = (admission, losses, end)
    }
}
