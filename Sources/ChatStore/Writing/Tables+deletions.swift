internal import ChatModel
internal import LMDB

/// Erases what is deleted: the values of the target and of its edits, in the transaction that stores the later of target and deletion.
extension Tables {
    /// Whether the store has a deletion of a message or, of an edit, of its target.
    func isDeleted(
        _ message: Message, _ relation: Relation?, in transaction: borrowing WriteTransaction
    ) throws -> Bool {
        let target: Digest
        switch relation {
        case nil: target = message.digest
        case .edit(let edited): target = edited
        default: return false
        }
        // Most messages have no relations, and a hash costs more than this look.
        return try relationIndex.hasRelations(to: target, in: transaction)
            && hasDeletion(of: target, byAuthorOf: message, in: transaction)
            && (relation != nil || message.canBeTarget)
    }

    /// Whether the store has a deletion of a target by the author of a message.
    func hasDeletion(
        of target: Digest, byAuthorOf message: Message, in transaction: borrowing WriteTransaction
    ) throws -> Bool {
        try relationIndex.hasDeletion(of: target, by: message.fields.author(at: message.origin), in: transaction)
    }

    /// Erases the values of the target of a deletion and of its edits.
    func erase(_ target: Digest, deletedBy deletion: Message, in transaction: inout WriteTransaction) throws {
        let author = deletion.fields.author(at: deletion.origin)
        let edits = try relationIndex.editIDs(
            of: target, by: author, limit: RelationIndex.maximumErased, in: transaction)
        let stored = try digestIndex.get(target, in: transaction)?.id
        let packed = PackedMessage(deletion)
        for id in edits + (stored.map { [$0] } ?? []) {
            guard let message = try message(id, in: transaction),
                packed.hasAuthor(of: PackedMessage(message)),
                Relation(message) == .edit(of: target) || message.canBeTarget
            else { continue }
            _ = try erase(message.digest, in: &transaction)
        }
    }

    /// Erases what all deletions of the log delete.
    ///
    /// - Complexity: O(n) in the relations.
    func eraseAllDeleted(in transaction: inout WriteTransaction) throws {
        var erased: Set<[String]> = []
        for id in try relationIndex.deletionIDs(in: transaction) {
            guard let message = try message(id, in: transaction), case .deletion(let target) = Relation(message) else {
                continue
            }
            let author = [message.fields[.user], message.fields.room.name].map { $0?.description ?? "" }
            guard erased.insert(["\(target)", "\(message.origin)"] + author).inserted else { continue }
            try erase(target, deletedBy: message, in: &transaction)
        }
    }

    private func message(_ id: UInt64, in transaction: borrowing WriteTransaction) throws -> Message? {
        guard case .message(let message)? = try readableEntry(id, in: transaction)?.body else { return nil }
        return message
    }
}
