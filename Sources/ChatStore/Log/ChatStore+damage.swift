internal import ChatModel
internal import LMDB

/// Finding and noting damaged records.
extension ChatStore {
    /// Notes the damaged records of ``metDamage``, and searches the index of digests for their digests, so that their messages
    /// are requested from peers. A record that is readable again loses its note.
    ///
    /// - Throws: ``StoreError`` as ``post(_:postKey:)``; then the next call tries again.
    /// - Complexity: O(n) in the messages for each 64 damaged records.
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
        guard !result.unidentified.isEmpty else { return result }
        do {
            result.add(try await identifyDamage())
        } catch {
            metDamage.putBack(result.unidentified.map(\.rawValue))
            throw error
        }
        return result
    }

    /// Adds the noted records that are unidentified, or readable again, to ``metDamage``. Damage is undone if the bytes were
    /// wrong in memory only, and were read from the disk again.
    ///
    /// Reads short slices. Ends early if the task is cancelled.
    ///
    /// - Complexity: O(n) in the noted records.
    public func findNotedDamage() async throws(StoreError) {
        var last: UInt32? = 0
        while let start = last, !Task.isCancelled {
            let (found, end) = try database.read { transaction, tables in
                var found: [LogID] = []
                var end: UInt32?
                try tables.damagedRecords.scan(.after(start), in: transaction, limit: Self.maximumNotedAtOnce) {
                    id, noted in
                    end = id
                    let record = try tables.log.get(id, in: transaction)
                    if noted.state == .unidentified
                        || record.map({ tables.recordFormat.isWhole($0, at: UInt64(id)) }) == true
                    {
                        found.append(LogID(key: id))
                    }
                    return .next
                }
                return (found, end)
            }
            metDamage.found(found)
            last = end
            await Task.yield()
        }
    }

    /// The largest number of damaged records that are noted in one transaction.
    private static let maximumNotedAtOnce = 500

    private func noteDamage(
        _ ids: [UInt64], candidates: [UInt64: [Digest]]
    ) async throws(StoreError) -> NotedDamage {
        try await writer.write(.alone) { transaction, appender in
            try appender.noteDamage(ids, candidates: candidates, in: &transaction)
        }
    }

    /// Searches the index of digests for the digests of unidentified records, and notes the digests that it finds.
    ///
    /// Each read transaction covers a short slice of the index, and other tasks may run between them.
    private func identifyDamage() async throws(StoreError) -> NotedDamage {
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
