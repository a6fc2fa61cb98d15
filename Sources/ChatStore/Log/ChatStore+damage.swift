internal import ChatModel
internal import LMDB

/// Finding and noting damaged records.
extension ChatStore {
    /// Notes the damaged records of ``metDamage``, so that their messages are requested from peers. A message that can be
    /// taken from its damaged record is stored again at once. A record that is readable again loses its note.
    ///
    /// - Throws: ``StoreError`` as ``post(_:postKey:)``; then the records that were not noted stay in ``metDamage``.
    public func noteDamage() async throws(StoreError) -> NotedDamage {
        var result = NotedDamage()
        while case let ids = metDamage.take(Self.maximumNotedAtOnce), !ids.isEmpty {
            do {
                let noted = try await noteDamage(ids, candidates: [:])
                metDamage.forget(noted.undone)
                result.add(noted)
            } catch {
                metDamage.putBack(ids)
                throw error
            }
        }
        return result
    }

    /// Adds the noted records that are readable again to ``metDamage``. Damage is undone if the bytes were wrong in
    /// memory only, and were read from the disk again.
    ///
    /// Reads short slices. Ends early if the task is cancelled.
    ///
    /// - Complexity: O(n) in the noted records.
    public func findUndoneDamage() async throws(StoreError) {
        var last: UInt64? = 0
        while let start = last, !Task.isCancelled {
            let (undone, end) = try database.read { transaction, tables in
                var undone: [LogID] = []
                var end: UInt64?
                try tables.damagedRecords.scan(.after(start), in: transaction, limit: Self.maximumNotedAtOnce) {
                    id, _ in
                    end = id
                    if let record = try tables.log.get(id, in: transaction), tables.recordFormat.isWhole(record, at: id)
                    {
                        undone.append(LogID(key: id))
                    }
                    return .next
                }
                return (undone, end)
            }
            metDamage.found(undone)
            last = end
            await Task.yield()
        }
    }

    /// The largest number of damaged records that are noted in one transaction.
    private static let maximumNotedAtOnce = 500

    private func noteDamage(
        _ ids: [UInt64], candidates: [UInt64: [Digest]]
    ) async throws(StoreError) -> NotedDamage {
        try await writer.write(sharingCommit: false) { transaction, appender in
            try appender.noteDamage(ids, candidates: candidates, in: &transaction)
        }
    }

    /// Searches the index of digests for the digests of unidentified records, and notes the digests that it finds.
    ///
    /// Each read transaction covers a short slice of the index, and other tasks may run between them.
    ///
    /// - Throws: ``StoreError`` as ``post(_:postKey:)``.
    /// - Complexity: O(n) in the messages for each 64 unidentified records.
    public func identifyDamage() async throws(StoreError) -> NotedDamage {
        var result = NotedDamage()
        var last: UInt64 = 0
        while case var search = try DigestSearch(after: last, in: database), let end = search.lastID {
            while try search.readSlice(of: database) { await Task.yield() }
            if !search.found.isEmpty {
                result.add(try await noteDamage(search.found.keys.sorted(), candidates: search.found))
            }
            last = end
        }
        return result
    }
}
