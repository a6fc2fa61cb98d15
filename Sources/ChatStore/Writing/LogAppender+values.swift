internal import ChatModel
internal import LMDB

/// The result of receiving a message of a peer.
enum Received {
    /// The message was stored, or its values were.
    case stored
    /// The message was stored again, because its record was damaged.
    case healed
    /// The message is stored, and the given one adds nothing to it.
    case known
}

/// Stores and erases the erasable values of messages.
extension LogAppender {
    /// Stores a message of a peer if the store lacks the message, lacks its values, or has it damaged.
    ///
    /// - Throws: ``StoreError`` with `ids-exhausted`; ``LMDBError``.
    mutating func receive(_ verified: VerifiedMessage, in transaction: inout WriteTransaction) throws -> Received {
        let message = verified.message
        guard let stored = try tables.digestIndex.get(message.digest, in: transaction) else {
            let id = try append(verified, in: &transaction)
            try addReturned(message, as: id, in: &transaction)
            return .stored
        }
        guard !stored.has(message) else { return .known }
        guard !stored.isDamaged else {
            // The record may be readable again since it was noted.
            if try !noteDamage([stored.id], in: &transaction).undone.isEmpty {
                return try receive(verified, in: &transaction)
            }
            try heal(verified, stored, in: &transaction)
            return .healed
        }
        guard let entry = try readableEntry(stored.id, in: transaction) else {
            // No reader has met the damage yet.
            _ = try noteDamage([stored.id], in: &transaction)
            let noted = try tables.digestIndex.get(message.digest, in: transaction)
            return noted == stored ? .known : try receive(verified, in: &transaction)
        }
        // Before anything is written, because this throws if no ids are left.
        try settle(in: &transaction)
        try tables.indexes.remove(entry, in: &transaction)
        try tables.log.put(UInt32(clamping: stored.id), tables.recordFormat.encode(entry.gone), in: &transaction)
        let id = try append(verified, in: &transaction)
        try tables.postKeys.move(from: stored.id, to: id.rawValue, in: &transaction)
        return .stored
    }

    /// As ``Tables/readableEntry(_:in:)``.
    func readableEntry(_ id: UInt64, in transaction: borrowing WriteTransaction) throws -> LogEntry? {
        try tables.readableEntry(id, in: transaction)
    }
}

extension Tables {
    /// Erases the values of a message on purpose. The message keeps its id, and the store accepts no values again.
    ///
    /// - Returns: whether the message is stored, is readable and has erasable fields.
    func erase(_ digest: Digest, in transaction: inout WriteTransaction) throws -> Bool {
        guard let stored = try digestIndex.get(digest, in: transaction),
            let entry = try readableEntry(stored.id, in: transaction), case .message(let message) = entry.body,
            case let rest = message.withoutErasableValues, rest.fields.lacksValues
        else { return false }
        guard stored.values != .erased else { return true }
        let erased = LogEntry(
            position: entry.position, arrival: entry.arrival, body: .message(rest),
            isErased: true)
        try indexes.replace(entry, with: erased, in: &transaction)
        try log.put(UInt32(clamping: stored.id), recordFormat.encode(erased), in: &transaction)
        return true
    }

    /// Returns the record with an id; nil if the log has none or if it is damaged.
    func readableEntry(_ id: UInt64, in transaction: borrowing WriteTransaction) throws -> LogEntry? {
        guard let bytes = try log.get(UInt32(clamping: id), in: transaction) else { return nil }
        return try? recordFormat.entry(bytes, at: LogID(key: id))
    }
}

extension DigestRecord {
    /// Whether the given message would add nothing to what the store has of it.
    func has(_ message: Message) -> Bool { isStored(withValues: !message.fields.lacksValues) }

    /// Whether the store has the message.
    ///
    /// - Parameter withValues: whether it has to have the erasable values, too, or have erased them.
    func isStored(withValues: Bool) -> Bool { !isDamaged && (values != .missing || !withValues) }
}
