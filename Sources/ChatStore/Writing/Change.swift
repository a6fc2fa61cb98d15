public import ChatModel
internal import LMDB

/// A client's edit, deletion or reaction. The node completes it from its target, and then signs it.
public struct Change: Sendable {
    public enum Kind: Hashable, Sendable {
        case edit
        /// Of a message, or of a reaction.
        case deletion
        case reaction
    }

    /// Why somebody may change a message.
    public enum Right: Sendable {
        /// The owner of a node may change all messages that were written at it.
        case owner
        /// Whoever has sent a message has its post key; nil for a client that names none.
        case postKey(PostKey?)
    }

    public let kind: Kind
    public let target: Digest
    let right: Right
    /// The fields that the client sent: of an edit its text, of a reaction its user and emoji.
    private let values: [(name: FieldName, value: FieldValue)]
    private let device: FieldValue

    public init(
        _ kind: Kind, of target: Digest, by right: Right, _ values: [(name: FieldName, value: FieldValue)],
        device: FieldValue
    ) {
        (self.kind, self.target, self.right, self.values, self.device) = (kind, target, right, values, device)
    }

    /// Whether a message can come from this change.
    func matches(_ fields: Fields) -> Bool {
        let target =
            kind == .edit ? fields.digest(.edits) : kind == .deletion ? fields.digest(.deletes) : fields.digest(.re)
        return target == self.target && Draft.matches(values, fields)
    }

    /// Returns the draft of the message.
    ///
    /// - Throws: ``StoreError`` with `target-unfit`.
    fileprivate func draft(about target: Message) throws(StoreError) -> Draft {
        var values = values
        let relation = Relation(target)
        func add(_ name: FieldName, _ value: FieldValue?) {
            guard let value, !values.contains(where: { $0.name == name }) else { return }
            values.append((name, value))
        }
        guard relation != nil || target.canBeTarget else { throw StoreError.targetUnfit }
        switch (kind, relation) {
        case (.edit, nil) where target.fields.all.contains { $0.name == .text }:
            add(.edits, FieldValue(target.digest))
        case (.deletion, nil): add(.deletes, FieldValue(target.digest))
        case (.deletion, .reaction(let emoji, let reacted)):
            add(.deletes, FieldValue(target.digest))
            add(.re, FieldValue(reacted))
            add(.react, emoji)
        case (.reaction, nil): add(.re, FieldValue(target.digest))
        default: throw StoreError.targetUnfit
        }
        if kind != .reaction { add(.user, target.fields[.user]) }
        add(.room, target.fields[.room])
        guard let draft = try? Draft(values, device: device) else { throw StoreError.targetUnfit }
        return draft
    }
}

extension LogAppender {
    /// Returns the draft of a change.
    ///
    /// - Throws: ``StoreError`` with `target-unknown`, `target-unfit` or `not-author`; ``LMDBError``.
    func draft(
        of change: Change, proving nonce: (PostKey) -> Nonce, in transaction: borrowing WriteTransaction
    ) throws -> Draft {
        guard let stored = try tables.digestIndex.get(change.target, in: transaction), !stored.isDamaged,
            case .message(let target)? = try readableEntry(stored.id, in: transaction)?.body
        else { throw StoreError.targetUnknown }
        if change.kind != .reaction {
            guard target.origin == origin else { throw StoreError.notAuthor }
            if case .postKey(let key) = change.right, key.map(nonce) != target.nonce { throw StoreError.notAuthor }
        }
        // A repeated deletion does no harm: another user may have deleted a message that this one cannot see any more.
        if change.kind != .deletion, try tables.isDeleted(target, Relation(target), in: transaction) {
            throw StoreError.targetUnfit
        }
        return try change.draft(about: target)
    }
}

extension FieldValue {
    fileprivate init(_ digest: Digest) { self.init(stored: Array("\(digest)".utf8)[...]) }
}
