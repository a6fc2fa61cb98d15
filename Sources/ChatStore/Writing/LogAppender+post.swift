public import ChatModel
internal import LMDB

/// The answer to a post.
public struct Receipt: Hashable, Sendable {
    public let id: LogID
    /// Whether an earlier post with the same post key had stored the message.
    public let repeated: Bool
}

/// A client's post before it is signed.
struct Post: Sendable {
    /// The node name in it is not compared: a repeated post may have another one.
    let draft: Draft
    let postKey: PostKey?
    let nonce: Nonce
    let salt: Salt
    let signingKey: SigningKey
}

extension LogAppender {
    /// A post key is kept for 30 days after its commit.
    static let postKeyLifetimeMilliseconds: UInt64 = 30 * 24 * 60 * 60 * 1000
    /// The newest post keys are kept even if they are older.
    static let postKeysKept = 100_000

    /// Signs and stores a post, unless a post with the same post key is stored.
    ///
    /// - Throws: ``StoreError`` with `post-key-reused` or `ids-exhausted` before anything is written; ``LMDBError``.
    mutating func post(_ post: Post, in transaction: inout WriteTransaction) throws -> Receipt {
        let hash = PostKeyRecord.hash(of: post.draft)
        if let postKey = post.postKey, let earlier = try tables.postKeys.get(postKey.bytes, in: transaction) {
            guard earlier.fields == hash || earlier.isErased else { throw StoreError.postKeyReused }
            return Receipt(id: LogID(key: earlier.id), repeated: true)
        }
        let message = try VerifiedMessage(
            post.draft.salted(post.salt), in: group, at: nextStamp(in: &transaction), nonce: post.nonce,
            signing: post.signingKey
        )
        let id = try append(message, in: &transaction)
        if let postKey = post.postKey {
            let record = PostKeyRecord(id: id.rawValue, commitTime: now, fields: hash)
            try tables.postKeys.put(postKey.bytes, record, in: &transaction)
            try tables.postKeysByID.append(id.rawValue, postKey.bytes, in: &transaction)
            try forgetOldPostKeys(in: &transaction)
        }
        return Receipt(id: id, repeated: false)
    }

    /// Removes at most two post keys for each new one, so that the table shrinks and no transaction is long.
    private func forgetOldPostKeys(in transaction: inout WriteTransaction) throws {
        for _ in 0..<2 where try tables.postKeysByID.count(in: transaction) > Self.postKeysKept {
            // The arrival, because a commit time years ahead would keep this post key and all later ones for years.
            guard let oldest = try tables.postKeysByID.first(in: transaction),
                let record = try tables.postKeys.get(oldest.value, in: transaction),
                case let arrivals = try Arrivals(tables, in: transaction),
                now - arrivals.arrival(of: LogID(key: oldest.key), commitTime: record.commitTime)
                    > Self.postKeyLifetimeMilliseconds
            else { return }
            try tables.postKeysByID.delete(oldest.key, in: &transaction)
            try tables.postKeys.delete(oldest.value, in: &transaction)
        }
    }
}
