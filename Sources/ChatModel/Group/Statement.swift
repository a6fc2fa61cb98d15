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
        if fields.keptValue(.removes) != nil {
            guard let admission = fields.digest(.removes) else { return nil }
            self = .removal(Removal(digest: message.digest, author: message.origin, of: admission))
        } else if let admits = fields.keptValue(.admits) {
            let above = fields.digest(.under)
            guard let key = try? PublicKey(base64URL: admits.description),
                fields.keptValue(.under) == nil || above != nil
            else { return nil }
            self = .admission(
                Admission(digest: message.digest, author: message.origin, key: key, under: above))
        } else {
            return nil
        }
    }
}
