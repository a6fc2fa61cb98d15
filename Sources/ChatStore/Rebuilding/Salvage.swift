internal import ChatModel
internal import Foundation
internal import LMDB

/// The records that a damaged store still has, in a temporary environment, sorted by id.
///
/// LMDB leaves earlier copies of its pages in the file. So an id can have several records: earlier states of the same message,
/// and records of a commit that failed before its id was given again. The records of all digests are kept; of the states of
/// one message, the last one.
struct Salvage {
    private static let batchRecords = 10_000

    let environment: Environment
    let records: Table<SalvageKey, [UInt8]>
    /// The highest next id that any page of the store has; 1 if there is none.
    private(set) var nextID: UInt64 = 1
    /// The highest lifetime in which the store has given an id, as far as a page has it; at least 1.
    private(set) var lifetime: UInt64 = 1
    /// The node's group.
    private(set) var group = GroupID.none
    /// The number of the store's schema; nil if no page has it.
    private(set) var schema: UInt64?

    /// Reads a damaged store into a new environment in an empty folder.
    init(of file: String, in folder: String, mapSizeBytes: Int) throws {
        environment = try Environment(folder: folder, options: .init(mapSize: mapSizeBytes))
        records = try environment.write { transaction in try Table("records", in: &transaction) }
        let pages = try LeafPages(of: file)
        var batch: [(UInt64, [UInt8])] = []
        try pages.scan { key, value in
            take(key, value)
            guard let id = Self.recordID(key, value) else { return }
            batch.append((id, value))
            if batch.count == Self.batchRecords {
                try store(batch)
                batch = []
            }
        }
        try store(batch)
    }

    /// Takes what is not a record.
    private mutating func take(_ key: [UInt8], _ value: [UInt8]) {
        let number = value.count == 8 ? UInt64(bigEndian: value[...]) : nil
        switch (key, number) {
        case (Meta.nextID.encoded(), let number?) where number <= Limits.idCeiling: nextID = max(nextID, number)
        case (Meta.lifetime.encoded(), let number?) where number <= IDsFile.Name.highestLifetime:
            lifetime = max(lifetime, number)
        case (Meta.schema.encoded(), let number?): schema = number
        case (Setting.group.encoded(), nil): group = (try? GroupID(bytes: value)) ?? group
        default: break
        }
    }

    /// Returns the id of an entry that may be a record; nil for any other entry.
    private static func recordID(_ key: [UInt8], _ value: [UInt8]) -> UInt64? {
        let id = UInt64(bigEndian: key[...])
        guard key.count == 8, (1..<Limits.idCeiling).contains(id), value.count >= Record.leastByteCount else {
            return nil
        }
        return id
    }

    private func store(_ batch: [(id: UInt64, bytes: [UInt8])]) throws {
        let entries = Self.readable(batch)
        try environment.write { transaction in
            for (entry, isWhole) in entries {
                let key = SalvageKey(id: entry.id.rawValue, digest: entry.digest)
                let (bytes, other) = (Record.encode(entry), try records.get(key, in: transaction))
                if let other, !isWhole || Record.isLater(other, than: bytes) { continue }
                try records.put(key, bytes, in: &transaction)
            }
        }
    }

    /// Returns the records that are as they were written, and those whose messages still verify. On all cores, because each
    /// message takes a verification of about 100 µs.
    private static func readable(
        _ batch: [(id: UInt64, bytes: [UInt8])]
    ) -> [(entry: LogEntry, isWhole: Bool)] {
        let records = batch.concurrentMap { id, bytes -> (entry: LogEntry, isWhole: Bool)? in
            let id = LogID(key: id)
            if let entry = try? Record.entry(bytes, at: id, .asCommitted) {
                return entry.hasRightDigest && entry.hasValidSignature ? (entry, true) : nil
            }
            guard let message = Record.salvagedMessage(from: bytes),
                (try? VerifiedMessage(verifying: message)) != nil, let mark = Record.mark(of: bytes),
                let commitTime = Record.commitTime(of: bytes)
            else { return nil }
            let entry = LogEntry(
                position: LogPosition(id: id, mark: mark), commitTime: commitTime, arrival: commitTime,
                body: .message(message), isErased: false)
            return (entry, false)
        }
        return records.compactMap { $0 }
    }
}

/// A record in a ``Salvage``: id (8 bytes), digest (32 bytes).
struct SalvageKey: TableKey {
    let id: UInt64
    let digest: Digest

    init(id: UInt64, digest: Digest) {
        (self.id, self.digest) = (id, digest)
    }

    func encoded() -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: id)
        return bytes + digest.bytes
    }

    init(decoding bytes: RawSpan) throws {
        id = try bytes.bigEndian(at: 0)
        digest = try Digest(bytes: bytes.array(from: 8))
    }
}
