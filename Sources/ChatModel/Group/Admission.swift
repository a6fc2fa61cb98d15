/// A member's statement that a key is a member, too: a message with the field `admits`.
public struct Admission: Hashable, Sendable {
    /// The digest of the message.
    public let digest: Digest
    /// The origin of the message.
    public let author: PublicKey
    /// The admitted key.
    public let key: PublicKey
    /// The digest of the admission by which the author is a member; nil if the author says that it is the founder.
    public let under: Digest?

    public init(digest: Digest, author: PublicKey, key: PublicKey, under: Digest?) {
        (self.digest, self.author, self.key, self.under) = (digest, author, key, under)
    }
}

/// A member's statement that an admission has ended: a message with the field `removes`.
public struct Removal: Hashable, Sendable {
    /// The digest of the message.
    public let digest: Digest
    /// The origin of the message.
    public let author: PublicKey
    /// The digest of the admission.
    public let admission: Digest

    public init(digest: Digest, author: PublicKey, of admission: Digest) {
        (self.digest, self.author, self.admission) = (digest, author, admission)
    }
}
