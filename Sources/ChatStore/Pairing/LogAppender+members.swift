internal import ChatModel
internal import LMDB

/// The key, name and nonce with which this node signs a statement or an address record.
struct Author: Sendable {
    let key: SigningKey
    /// The node name, which the message has as `user`.
    let name: FieldValue
    /// Random.
    let nonce: Nonce
}

/// The messages of this node about its group: its statements and its address records.
extension LogAppender {
    /// Admits a key, unless it is a member, and this node can show that. A node of no group founds its group.
    ///
    /// - Returns: false if this node may admit nobody: it is no member any more, or admitted too deep.
    mutating func admit(
        _ key: PublicKey, by author: Author, in transaction: inout WriteTransaction
    ) throws -> Bool {
        if founder == nil { try enterGroup(of: origin, in: &transaction) }
        guard let membership = try tables.membership(in: transaction), try !tables.canIntroduce(key, in: transaction)
        else { return true }
        return try admit(key, in: membership, by: author, &transaction)
    }

    private mutating func admit(
        _ key: PublicKey, in membership: Membership, by author: Author, _ transaction: inout WriteTransaction
    ) throws -> Bool {
        guard membership.mayAdmit(origin) else { return false }
        let under = membership.admissions(of: origin).first.map {
            (name: FieldName.under, value: $0.digest.description)
        }
        try state(
            [(name: FieldName.admits, value: key.description)] + [under].compactMap(\.self), by: author,
            in: &transaction)
        return true
    }

    /// Ends each admission of a key that this node may end: those that it has written, or that stand below one of these, and all if it
    /// is the founder.
    ///
    /// - Parameter staying: members that would go with the key. This node admits them itself before.
    /// - Returns: false if this node may not admit those who stay. Then it changes nothing.
    mutating func endMembership(
        of key: PublicKey, keeping staying: Set<PublicKey>, by author: Author, in transaction: inout WriteTransaction
    ) throws -> Bool {
        // A former member removes for itself only.
        guard let membership = try tables.membership(in: transaction), membership.isMember(origin) else { return true }
        let lost = membership.losses(by: origin)[key] ?? []
        for member in lost.intersection(staying).subtracting([key]).sorted() {
            guard try admit(member, in: membership, by: author, &transaction) else { return false }
        }
        for admission in membership.openAdmissions(of: key) where membership.mayEnd(admission.digest, by: origin) {
            try end(admission, by: author, in: &transaction)
        }
        return true
    }

    mutating func end(_ admission: Admission, by author: Author, in transaction: inout WriteTransaction) throws {
        try state([(.removes, admission.digest.description)], by: author, in: &transaction)
    }

    /// Writes an address record of this node, unless its newest one has these addresses and this name.
    ///
    /// - Returns: false for a node of no group, which writes none.
    mutating func announce(
        _ places: [HostPort], by author: Author, in transaction: inout WriteTransaction
    ) throws -> Bool {
        guard founder != nil else { return false }
        let last = try tables.addressRecord(of: origin, in: transaction)
        guard last?.places != places || last?.name != author.name.description else { return true }
        try announce(places, same: last?.same ?? [], after: last, by: author, in: &transaction)
        return true
    }

    /// Says in an address record that another member is the same person as this node, or that it is not.
    ///
    /// - Returns: false if this node or the key is no member, or if this node names as many keys as it can.
    mutating func say(
        _ key: PublicKey, isSame: Bool, by author: Author, in transaction: inout WriteTransaction
    ) throws -> Bool {
        guard let membership = try tables.membership(in: transaction), membership.isMember(origin), key != origin,
            membership.isMember(key) || !isSame
        else { return false }
        let last = try tables.addressRecord(of: origin, in: transaction)
        let known = last?.same ?? []
        let same = isSame ? known.union([key]) : known.subtracting([key])
        guard same.count <= Persons.maximumSame else { return false }
        if same != known { try announce(last?.places ?? [], same: same, after: last, by: author, in: &transaction) }
        return true
    }

    private mutating func announce(
        _ places: [HostPort], same: Set<PublicKey>, after last: AddressRecord?, by author: Author,
        in transaction: inout WriteTransaction
    ) throws {
        let keys = same.sorted().map(\.description).joined(separator: " ")
        try state(
            [(.places, AddressRecord.value(of: places, after: last))] + (keys.isEmpty ? [] : [(.same, keys)]),
            by: author,
            in: &transaction)
    }

    /// Signs and stores a statement or an address record.
    private mutating func state(
        _ fields: [(name: FieldName, value: String)], by author: Author, in transaction: inout WriteTransaction
    ) throws {
        let draft = try Draft(try fields.map { ($0.name, try FieldValue($0.value)) } + [(.user, author.name)])
        let post = Post(
            content: .message(draft), nonce: author.nonce, hasPostKey: false, salt: .random(), signingKey: author.key)
        _ = try self.post(post, in: &transaction)
    }
}
