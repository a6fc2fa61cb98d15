internal import ChatModel
internal import LMDB

/// Who signs this node's statements about members.
struct Author: Sendable {
    let key: SigningKey
    /// The node name, which the statements have as `user`.
    let name: FieldValue
    /// Random.
    let nonce: Nonce
}

/// The statements of this node about the members of its group.
extension LogAppender {
    /// Admits a key, unless it is a member. A node of no group founds its group.
    ///
    /// - Returns: false if this node may admit nobody: it is no member any more, or admitted too deep.
    mutating func admit(
        _ key: PublicKey, by author: Author, in transaction: inout WriteTransaction
    ) throws -> Bool {
        if founder == nil { try enterGroup(of: origin, in: &transaction) }
        guard let membership = try tables.membership(in: transaction), !membership.isMember(key) else { return true }
        var fields = [(name: FieldName.admits, value: key.description)]
        if origin != founder {
            guard let own = membership.admissions(of: origin).first,
                membership.chain(of: own.digest).count < Membership.deepest
            else { return false }
            fields.append((.under, own.digest.description))
        }
        try state(fields, by: author, in: &transaction)
        return true
    }

    /// Signs and stores a statement.
    private mutating func state(
        _ fields: [(name: FieldName, value: String)], by author: Author, in transaction: inout WriteTransaction
    ) throws {
        let draft = try Draft(try fields.map { ($0.name, try FieldValue($0.value)) } + [(.user, author.name)])
        // Without erasable values, the salt is not used.
        let post = Post(
            draft: draft, nonce: author.nonce, hasPostKey: false, salt: .random(), signingKey: author.key)
        _ = try self.post(post, in: &transaction)
    }
}
