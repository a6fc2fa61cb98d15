internal import ChatModel
internal import LMDB

/// What a client posts.
struct Post: Sendable {
    let fields: Fields
    /// The node's name for itself; no part of what a key stands for.
    let device: FieldValue?
    let postKey: PostKey?
    let nonce: Nonce
    let signingKey: SigningKey

    /// The fields as they are signed.
    func signedFields() throws(Refusal) -> Fields {
        guard let device else { return fields }
        return try Fields(fields.all + [Fields.Field(.device, device)])
    }
}

extension LogAppender {
    /// Keys are remembered for so long …
    static let postKeyLifetimeMilliseconds: UInt64 = 30 * 24 * 60 * 60 * 1000
    /// … and at least so many of them.
    static let postKeysKept = 100_000

    /// Signs and stores what a client posted, unless a post with the same key has been stored.
    ///
    /// - Throws: ``StoreError`` with `key-reused` or `ids-exhausted` before anything is written; ``LMDBError``.
    mutating func post(_ post: Post, in transaction: inout WriteTransaction) throws -> Receipt {
        let hash = PostKeyRecord.hash(of: post.fields)
        if let postKey = post.postKey, let earlier = try tables.postKeys.get(postKey.bytes, in: transaction) {
            guard earlier.fields == hash else { throw StoreError.keyReused }
            return Receipt(id: LogID(key: earlier.id), repeated: true)
        }
        let message = try VerifiedMessage(
            post.signedFields(), at: nextStamp(in: &transaction), nonce: post.nonce, signing: post.signingKey)
        let id = try append(message, in: &transaction)
        if let postKey = post.postKey {
            let record = PostKeyRecord(id: id.rawValue, arrival: now, fields: hash)
            try tables.postKeys.put(postKey.bytes, record, in: &transaction)
            try tables.postKeysByID.append(id.rawValue, postKey.bytes, in: &transaction)
            try forgetOldPostKeys(in: &transaction)
        }
        return Receipt(id: id, repeated: false)
    }

    /// Two at most for each that comes: the table shrinks without a transaction ever being long.
    private func forgetOldPostKeys(in transaction: inout WriteTransaction) throws {
        for _ in 0..<2 where try tables.postKeysByID.count(in: transaction) > Self.postKeysKept {
            // A clock that ran ahead must not keep a key, and with it all that follow, for years.
            guard let oldest = try tables.postKeysByID.first(in: transaction),
                let record = try tables.postKeys.get(oldest.value, in: transaction),
                case let arrivals = try Arrivals(tables, in: transaction),
                now - arrivals.arrival(of: LogID(key: oldest.key), written: record.arrival)
                    > Self.postKeyLifetimeMilliseconds
            else { return }
            try tables.postKeysByID.delete(oldest.key, in: &transaction)
            try tables.postKeys.delete(oldest.value, in: &transaction)
        }
    }
}
