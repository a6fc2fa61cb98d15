public import ChatModel
internal import LMDB

/// The answer to a post.
public struct Receipt: Hashable, Sendable {
    public let id: LogID
    /// The digest of the message; nil if its record is damaged.
    public let digest: Digest?
    /// Whether an earlier post with the same post key had stored the message.
    public let repeated: Bool
}

/// A client's post before it is signed.
struct Post: Sendable {
    enum Content: Sendable {
        case message(Draft)
        case change(Change, proving: @Sendable (PostKey) -> Nonce)
    }

    let content: Content
    let nonce: Nonce
    /// Whether the nonce follows from a post key. Otherwise it is random.
    let hasPostKey: Bool
    let salt: Salt
    let signingKey: SigningKey

    /// Whether a message with these fields can come from the post.
    fileprivate func matches(_ fields: Fields) -> Bool {
        switch content {
        case .message(let draft): draft.matches(fields)
        case .change(let change, _): change.matches(fields)
        }
    }
}

extension LogAppender {
    /// The newest post keys are kept even if they are older.
    static let postKeysKept = 100_000

    /// Signs and stores a post, unless a post with the same post key is stored.
    ///
    /// - Throws: ``StoreError`` with `post-key-reused`, `ids-exhausted`, `target-unknown`, `target-unfit` or `not-author` before anything is
    ///   written; ``LMDBError``.
    mutating func post(_ post: Post, in transaction: inout WriteTransaction) throws -> Receipt {
        if post.hasPostKey, let earlier = try tables.postKeys.id(of: post.nonce, in: transaction) {
            // A message that is damaged or gone counts as the post's: a client that repeats a post is likelier than one that draws the same
            // random key twice.
            var stored: Message?
            if case .message(let message)? = try readableEntry(earlier, in: transaction)?.body { stored = message }
            guard stored.map({ post.matches($0.fields) }) ?? true else { throw StoreError.postKeyReused }
            return Receipt(id: LogID(key: earlier), digest: stored?.digest, repeated: true)
        }
        let draft =
            switch post.content {
            case .message(let draft): draft
            case .change(let change, let nonce): try draft(of: change, proving: nonce, in: transaction)
            }
        // Of two edits the one with the higher stamp counts, whatever the clock says, and of two topics.
        let fields = draft.ofMessage
        let earlier =
            try tables.relationIndex.newestStamp(before: fields, at: origin, in: transaction)
            ?? tables.roomDetailIndex.newestStamp(before: fields, in: transaction)
        let stamp = try nextStamp(after: earlier, in: &transaction)
        let sent = isClockSet ? HybridClock.sent(at: now, stamp: stamp) : nil
        let message = try VerifiedMessage(
            draft.salted(post.salt, sent: sent), in: group, at: stamp, nonce: post.nonce,
            signing: post.signingKey)
        let id = try append(message, isNew: true, in: &transaction)
        if post.hasPostKey { try addPostKey(post.nonce, of: id, in: &transaction) }
        return Receipt(id: id, digest: message.message.digest, repeated: false)
    }

    /// If a peer has sent back an own message of the last 30 days, adds the message to the post keys. A client may
    /// still repeat the post of this message, which a restored node has forgotten.
    func addReturned(_ message: Message, as id: LogID, in transaction: inout WriteTransaction) throws {
        guard message.origin == origin, PostKeys.mayBeRepeated(message, at: now) else { return }
        try addPostKey(message.nonce, of: id, in: &transaction)
    }

    private func addPostKey(_ nonce: Nonce, of id: LogID, in transaction: inout WriteTransaction) throws {
        try tables.postKeys.add(nonce, id: id.rawValue, in: &transaction)
        try forgetOldPostKeys(in: &transaction)
    }

    /// Removes at most two post keys for each new one, so that the table shrinks and no transaction is long.
    private func forgetOldPostKeys(in transaction: inout WriteTransaction) throws {
        for _ in 0..<2 where try tables.postKeys.count(in: transaction) > Self.postKeysKept {
            guard let oldest = try tables.postKeys.oldest(in: transaction), try !isRecent(oldest, in: transaction)
            else {
                return
            }
            try tables.postKeys.remove(oldest, in: &transaction)
        }
    }

    /// Whether a message was written within the last 30 days; false for a damaged or gone message.
    private func isRecent(_ id: UInt64, in transaction: borrowing WriteTransaction) throws -> Bool {
        guard let entry = try readableEntry(id, in: transaction), case .message(let message) = entry.body else {
            return false
        }
        // Not the stamp or the arrival alone: one that is years ahead would keep this post key and all later ones.
        return now - min(message.stamp.time, entry.arrival) <= PostKeys.keptMilliseconds
    }
}
