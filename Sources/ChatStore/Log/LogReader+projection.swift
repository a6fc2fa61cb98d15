internal import ChatModel
internal import LMDB

/// Reads messages as people see them now: see ``Projection``.
extension LogReader {
    /// A part of a log as readers see it.
    struct Projected {
        var records: [StoredRecord] = []
        /// The position after which the rest begins; nil if nothing is left out.
        var end: LogPosition?
    }

    /// Returns messages in their order, each with its projection, as many as a page may have bytes, but at least one.
    func projected(
        _ records: [StoredRecord], hidden: MessagesOfOrigins?, byteLimit: Int, in transaction: borrowing ReadTransaction
    ) throws -> Projected {
        var (result, bytes) = (Projected(), 0)
        let changed = try changed(records, in: transaction)
        for var record in records {
            guard bytes < byteLimit else { break }
            bytes += record.byteCount
            if changed.contains(record.id) { bytes += try project(&record, hidden: hidden, in: transaction) }
            result.records.append(record)
        }
        return result
    }

    /// Returns what a part of the log has changed: each message of it and each target of its relations once, in the order of the last of its
    /// ids there.
    ///
    /// - Parameters:
    ///   - records: messages by ascending id.
    ///   - room: the room that the targets must have; nil for any.
    func folded(
        _ records: [StoredRecord], in room: Room?, hidden: MessagesOfOrigins?, byteLimit: Int,
        _ transaction: borrowing ReadTransaction
    ) throws -> Projected {
        var (result, bytes) = (Projected(), 0)
        var places: [LogID: Int] = [:]
        var folded: [StoredRecord?] = []
        let changed = try changed(records, in: transaction)
        for (index, record) in records.enumerated() {
            guard bytes < byteLimit else {
                result.end = try records[index - 1].position
                break
            }
            guard var shown = try target(of: record, in: room, hidden: hidden, transaction) else { continue }
            shown.changed = record.id
            // A target of a relation has one.
            let isChanged = shown.id != record.id || changed.contains(shown.id)
            if let place = isChanged ? places.updateValue(folded.count, forKey: shown.id) : nil {
                // Its projection was read already, and all belongs to one snapshot.
                (shown.projection, shown.change) = (folded[place]?.projection, folded[place]?.change)
                folded[place] = nil
            } else {
                bytes += shown.byteCount
                if isChanged { bytes += try project(&shown, hidden: hidden, in: transaction) }
            }
            folded.append(shown)
        }
        result.records = folded.compactMap(\.self)
        return result
    }

    /// Returns the message that a record changes: itself, or the target of its relation; nil if readers of the room see no such message.
    private func target(
        of record: StoredRecord, in room: Room?, hidden: MessagesOfOrigins?, _ transaction: borrowing ReadTransaction
    ) throws -> StoredRecord? {
        guard let relation = record.relation else { return record }
        // What comes later in the log comes with its relations then.
        guard let stored = try tables.digestIndex.get(relation.target, in: transaction), !stored.isDamaged,
            stored.id < record.id.rawValue,
            let target = try tables.record(stored.id, in: transaction), case .message(let message) = target.content,
            hidden?.contains(message) != true, room == nil || room == message.room, message.canBeTarget
        else { return nil }
        return target
    }

    /// Returns the ids of those records whose messages have relations.
    private func changed(_ records: [StoredRecord], in transaction: borrowing ReadTransaction) throws -> Set<LogID> {
        var (ids, digests): ([LogID], [ArraySlice<UInt8>]) = ([], [])
        for record in records {
            guard case .message(let message) = record.content else { continue }
            ids.append(record.id)
            digests.append(message.bytes[message.digest])
        }
        let haveRelations = try tables.relationIndex.haveRelations(toTargets: digests, in: transaction)
        return Set(zip(ids, haveRelations).compactMap { $1 ? $0 : nil })
    }

    /// Sets the projection of a record whose message has relations.
    ///
    /// - Returns: what that costs, as bytes of a page.
    private func project(
        _ record: inout StoredRecord, hidden: MessagesOfOrigins?, in transaction: borrowing ReadTransaction
    ) throws -> Int {
        guard case .message(let target) = record.content else { return 0 }
        let ids = try tables.relationIndex.ids(of: target, in: transaction)
        // One after the other: a relation can have as many fields as any message.
        var projection = Projection.Builder(of: target)
        for id in ids {
            guard let relation = try tables.record(id, in: transaction), case .message(let message) = relation.content,
                hidden?.contains(message) != true
            else { continue }
            if projection.add(message) { record.change = LogID(key: id) }
        }
        record.projection = projection.projection
        return ids.count * Limits.messageOverheadBytes
    }
}

extension Tables {
    /// Returns a record; nil if the log does not have it, or if it is damaged.
    func record(_ id: UInt64, in transaction: borrowing ReadTransaction) throws -> StoredRecord? {
        let id = LogID(key: id)
        return try log.get(id.key, in: transaction).flatMap { try? recordFormat.record($0, at: id) }
    }
}

extension StoredRecord {
    /// The relation of the message; nil for a message without one.
    var relation: Relation? {
        guard case .message(let message) = content else { return nil }
        return Relation(message)
    }
}
