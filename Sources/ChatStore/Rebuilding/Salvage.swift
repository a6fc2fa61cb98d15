internal import ChatModel
internal import Foundation
internal import LMDB

/// The records that a damaged store still has, in a temporary environment, sorted by id.
///
/// LMDB leaves earlier copies of its pages in the file. So an id can have several records: earlier records of the same
/// message, and those of a failed commit, after which the id was given again. All records with different digests are
/// kept. If a message became gone under its id, the gone record and the record of the message are both kept, because
/// the record with the later id may be lost. The record of an erased message replaces the one with the values. A
/// damaged record that the store has noted as gone is kept as a gone record.
struct Salvage {
    private static let batchRecords = 10_000

    let environment: Environment
    let records: Table<SalvageKey, [UInt8]>
    /// The highest next id that any LMDB page of the store has; 1 if none has one.
    private(set) var nextID: UInt64 = 1
    /// The highest lifetime that any LMDB page of the store has; at least 1.
    private(set) var lifetime: UInt64 = 1
    /// The numbers of the schema that the LMDB pages of the store have: one number, unless it is damaged somewhere.
    private(set) var schemas: Set<UInt64> = []
    /// The number of LMDB pages that could not be read from the disk.
    private(set) var unreadPages = 0
    private var storedGroup: GroupID?
    private var groupOfMessages: GroupID?

    /// The node's group; nil if it has none. The group of the messages comes first, because their signatures prove it.
    /// Nothing proves the group in the settings.
    var group: GroupID? { groupOfMessages ?? storedGroup }

    /// Reads a damaged store into a new environment in an empty folder.
    init(of file: String, in folder: String, mapSizeBytes: Int) throws {
        environment = try Environment(folder: folder, options: .init(mapSize: mapSizeBytes))
        records = try environment.write { transaction in try Table("records", in: &transaction) }
        let pages = try LeafPages(of: file)
        var batch: [(UInt64, [UInt8])] = []
        unreadPages = try pages.scan { key, value in
            take(key, value)
            guard let id = Self.id(of: key) else { return .next }
            batch.append((id, value))
            if batch.count == Self.batchRecords {
                try store(batch)
                batch = []
            }
            return .next
        }
        try store(batch)
    }

    /// Takes a number or the group from a key-value pair that is not a record.
    private mutating func take(_ key: [UInt8], _ value: [UInt8]) {
        let number = value.count == 8 ? UInt64(bigEndian: value[...]) : nil
        switch (key, number) {
        case (Meta.nextID.encoded(), let number?) where number <= Limits.idCeiling: nextID = max(nextID, number)
        case (Meta.lifetime.encoded(), let number?) where number <= IDsFile.Name.highestLifetime:
            lifetime = max(lifetime, number)
        case (Meta.schema.encoded(), let number?): schemas.insert(number)
        case (Setting.group.encoded(), nil): storedGroup = (try? GroupID(bytes: value)) ?? storedGroup
        default: break
        }
    }

    /// Returns the id in the key of a pair that may be a record or the note about one; nil for any other key.
    private static func id(of key: [UInt8]) -> UInt64? {
        let id = UInt64(bigEndian: key[...])
        return key.count == 8 && (1..<Limits.idCeiling).contains(id) ? id : nil
    }

    private mutating func store(_ batch: [(id: UInt64, bytes: [UInt8])]) throws {
        let entries = batch.concurrentMap(Self.readable).compactMap { $0 }
        for case .message(let message) in entries.map(\.entry.body) where message.group != .none {
            groupOfMessages = message.group
        }
        try environment.write { transaction in
            for (entry, isWhole) in entries {
                let key = SalvageKey(entry)
                let bytes = Record.encode(entry)
                if let other = try records.get(key, in: transaction) {
                    // Of two records in the same state, the whole one counts: the mark and the time of the other may be damaged.
                    let isSame = !Record.isLater(other, than: bytes) && isWhole
                    guard isSame || Record.isLater(bytes, than: other) else { continue }
                }
                try records.put(key, bytes, in: &transaction)
            }
        }
    }

    /// Returns the entry that a record, or the note of a damaged record, still proves; nil if it proves none.
    ///
    /// A whole record proves its entry by a right digest and signature, and a damaged one by a message that still verifies.
    /// A note proves that the message of a damaged record is gone.
    private static func readable(id: UInt64, bytes: [UInt8]) -> (entry: LogEntry, isWhole: Bool)? {
        let id = LogID(key: id)
        // The span does not outlive the array.
        if let noted = unsafe try? DamagedRecord(decoding: bytes.span.bytes) {
            return noted.goneEntry(at: id).map { ($0, false) }
        }
        if let entry = try? Record.entry(bytes, at: id, .asCommitted) {
            return entry.hasRightDigest && entry.hasValidSignature ? (entry, true) : nil
        }
        guard let message = Record.salvagedMessage(from: bytes), (try? VerifiedMessage(verifying: message)) != nil,
            let mark = Record.mark(of: bytes), let commitTime = Record.commitTime(of: bytes)
        else { return nil }
        let entry = LogEntry(
            position: LogPosition(id: id, mark: mark), commitTime: commitTime, arrival: commitTime,
            body: .message(message), isErased: Record.isErased(bytes) && message.fields.lacksValues)
        return (entry, false)
    }
}

/// A record in a ``Salvage``: id (8 bytes), digest (32 bytes), 0 if the message is gone, else 1 (1 byte).
struct SalvageKey: TableKey {
    let id: UInt64
    let digest: Digest
    let isGone: Bool

    init(_ entry: LogEntry) {
        (id, digest, isGone) = (entry.id.rawValue, entry.digest, entry.values == nil)
    }

    func encoded() -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: id)
        return bytes + digest.bytes + [isGone ? 0 : 1]
    }

    init(decoding bytes: RawSpan) throws {
        id = try bytes.bigEndian(at: 0)
        digest = try Digest(bytes: bytes.array(8..<40))
        isGone = try bytes.bigEndian(at: 40, as: UInt8.self) == 0
    }
}
