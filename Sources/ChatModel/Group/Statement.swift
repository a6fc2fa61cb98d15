/// What a message says about the members of its group.
public enum Statement: Hashable, Sendable {
    case admission(Admission)
    case removal(Removal)

    /// The author of an admission without `under`, who is the founder if the admission is sound; otherwise nil.
    public var founder: PublicKey? {
        guard case .admission(let admission) = self, admission.under == nil else { return nil }
        return admission.author
    }

    /// - Returns: nil if the message says nothing about members, or nothing that can be read. Only kept values count, and
    ///   ``FieldName/removes`` before ``FieldName/admits``.
    public init?(_ message: Message) {
        let fields = message.fields
        if let removes = fields.kept(.removes) {
            guard let admission = try? Digest(base64URL: removes) else { return nil }
            self = .removal(Removal(digest: message.digest, author: message.origin, of: admission))
        } else if let admits = fields.kept(.admits) {
            guard let key = try? PublicKey(base64URL: admits) else { return nil }
            let under = fields.kept(.under)
            let above = under.flatMap { try? Digest(base64URL: $0) }
            guard under == nil || above != nil else { return nil }
            self = .admission(
                Admission(digest: message.digest, author: message.origin, key: key, under: above))
        } else {
            return nil
        }
    }
}

extension Fields {
    /// Returns the kept value of a field as text; nil if the message does not have the field, or its value is erasable.
    func kept(_ name: FieldName) -> String? {
        guard case .kept(let value)? = all.first(where: { $0.name == name })?.content else { return nil }
        return value.description
    }
}
