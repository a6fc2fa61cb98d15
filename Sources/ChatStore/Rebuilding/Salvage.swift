internal import ChatModel
internal import Foundation
internal import LMDB

/// The records that a damaged store still has, in a temporary environment, sorted by id.
///
/// A page in the file may be planted: a peer can write a message whose bytes look like an LMDB page. So a pair counts only
/// if it can be verified:
///
/// - An undamaged record, the founder in the settings, a paired peer and an invitation have a checksum that only the
///   store can compute. So the store wrote them. The seed of the checksums follows from the node key. If the key is
///   lost, or is not the one with which the store was made, every record counts as damaged.
/// - A damaged record proves its message by the signature. It does not prove an id, a mark or a time.
///
/// LMDB leaves earlier copies of LMDB pages in the file. So an id can have several records: earlier records of the same
/// message, and those of a failed commit, after which the id was given again. All records with different digests are
/// kept. If a message became gone under its id, the gone record and the record of the message are both kept, because
/// the record with the later id may be lost. If only a damaged record says that a message was erased, the message loses its
/// values. They count as missing, not as erased, and are requested from peers, because the damage may have changed the kind.
struct Salvage {
    private static let batchRecords = 10_000
    private static let sliceRecords = 1000
    /// A batch or slice ends with the record that exceeds this size.
    private static let batchBytes = 16 << 20

    private let environment: Environment
    private let format: RecordFormat
    private let records: Table<SalvageKey, [UInt8]>
    /// The messages of damaged records by digest, each as a record with the id 0. Their signatures are not verified.
    private let messages: Table<[UInt8], [UInt8]>
    /// The numbers of the schema that the LMDB pages of the store have: one number, unless it is damaged somewhere.
    private(set) var schemas: Set<UInt64> = []
    /// The number of LMDB pages that could not be read from the disk.
    private(set) var unreadLMDBPages = 0
    /// The founder of the node's group, by the settings; nil if they have none.
    private var founder: PublicKey?
    /// The group of the messages of undamaged records; nil if none is of a group.
    private var group: ChatModel.GroupID?
    /// The authors of messages who are founders of the messages' groups. A group's id follows from its founder's key.
    private var founders: [ChatModel.GroupID: PublicKey] = [:]
    /// The paired peers by public key. A record on an earlier copy of an LMDB page never admits a peer that was removed later.
    private(set) var peers: [PublicKey: PairedPeer] = [:]
    private(set) var invitations: [InvitationHash: StoredInvitation] = [:]
    /// Whether an undamaged record with a message was found. Such a record has the layout of this schema; the record
    /// of a gone message can have the same layout in another schema.
    private(set) var hasMessages = false

    /// Reads a damaged store into a new environment in an empty folder.
    ///
    /// - Parameter key: the node key; nil if it is lost.
    init(of file: String, _ key: SigningKey?, in folder: String, mapSizeBytes: Int) throws {
        environment = try Environment(folder: folder, options: .init(mapSize: mapSizeBytes))
        (records, messages) = try environment.write { transaction in
            (try Table("records", in: transaction), try Table("messages", in: transaction))
        }
        let pages = try LeafPages(of: file)
        format = RecordFormat(checksum: Checksum(seed: key.map(ChecksumSeed.init) ?? .random()))
        var batch: [(UInt64, [UInt8])] = []
        var bytes = 0
        unreadLMDBPages = try pages.scan { key, value in
            note(key, value)
            guard let id = Self.id(of: key) else { return .next }
            batch.append((id, value))
            bytes += value.count
            if batch.count == Self.batchRecords || bytes >= Self.batchBytes {
                try store(batch)
                (batch, bytes) = ([], 0)
            }
            return .next
        }
        try store(batch)
    }

    /// Notes the number of the schema, the group, a peer or an invitation from a key-value pair that is not a record.
    private mutating func note(_ key: [UInt8], _ value: [UInt8]) {
        if key == Meta.schema.encoded(), value.count == 8 { schemas.insert(UInt64(bigEndian: value[...])) }
        if key == Setting.founder.encoded(), let stored = try? PublicKey(setting: value, .founder, format.checksum) {
            founder = stored
        }
        guard key.count == PublicKey.byteCount else { return }
        if let peer = try? PairedPeerRecord.decode(value, key: key, format.checksum) {
            peers[peer.key] = peers[peer.key].map { $0.later(peer) } ?? peer
        } else if let invitation = try? InvitationRecord.decode(value, key: key, format.checksum) {
            invitations[invitation.hash] = invitations[invitation.hash].map { $0.later(invitation) } ?? invitation
        }
    }

    /// Returns the id in the key of a pair that may be a record; nil for any other key.
    static func id(of key: [UInt8]) -> UInt64? {
        guard key.count == UInt32.byteCount else { return nil }
        let id = UInt64(bigEndian: key[...])
        return (1..<Limits.idCeiling).contains(id) ? id : nil
    }

    // MARK: Storing

    /// The entry of a record.
    private enum Found {
        /// An undamaged record.
        case record(LogEntry)
        /// The message of a damaged record.
        case message(LogEntry)
    }

    private mutating func store(_ batch: [(id: UInt64, bytes: [UInt8])]) throws {
        let found = batch.concurrentMap { [format] in Self.find($0.id, $0.bytes, format) }
        try environment.write { transaction in
            for case let found? in found {
                switch found {
                case .record(let entry):
                    try store(entry, in: &transaction)
                    if case .message(let message) = entry.body {
                        hasMessages = true
                        if message.group != .none { group = message.group }
                        noteFounder(message)
                    }
                case .message(let entry):
                    try storeMessage(entry, in: &transaction)
                    if case .message(let message) = entry.body { noteFounder(message) }
                }
            }
        }
    }

    private mutating func noteFounder(_ message: Message) {
        if GroupID(founder: message.origin) == message.group { founders[message.group] = message.origin }
    }

    private static func find(_ id: UInt64, _ bytes: [UInt8], _ format: RecordFormat) -> Found? {
        let id = LogID(key: id)
        if let entry = try? format.entry(bytes, at: id) {
            return entry.hasRightDigest && entry.hasValidSignature ? .record(entry) : nil
        }
        return Record.salvagedMessage(from: bytes).map { message in
            let epoch = UnixTime(milliseconds: 0)
            return .message(
                LogEntry(
                    position: .start, arrival: epoch, body: .message(message),
                    isErased: Record.isErased(bytes) && message.fields.lacksValues))
        }
    }

    private func store(_ entry: LogEntry, in transaction: inout WriteTransaction) throws {
        let key = SalvageKey(entry, entry.values == nil ? .gone : .message)
        let bytes = format.encode(entry)
        // The record of an erased message replaces the one with the values.
        if let other = try records.get(key, in: transaction), Record.isLater(other, than: bytes) { return }
        try records.put(key, bytes, in: &transaction)
    }

    private func storeMessage(_ entry: LogEntry, in transaction: inout WriteTransaction) throws {
        if let other = try message(entry.digest, in: transaction)?.values,
            other == .erased || entry.values == .missing
        {
            return
        }
        try messages.put(entry.digest.bytes, format.encode(entry), in: &transaction)
    }

    private func message(
        _ digest: Digest, in transaction: borrowing some Transaction & ~Copyable
    ) throws -> LogEntry? {
        try messages.get(digest.bytes, in: transaction).map { try format.entry($0, at: .zero) }
    }
}

// MARK: - Reading

extension Salvage {
    /// Some of the records, and the key after which the next ones follow; nil after the last.
    typealias Slice = (entries: [LogEntry], last: SalvageKey?)

    /// Returns the next records by id: at most a thousand, or 16 MiB.
    func slice(after key: SalvageKey?) throws -> Slice {
        var slice: Slice = ([], nil)
        var bytes = 0
        try environment.read { transaction in
            let range = key.map { KeyRange.after($0) } ?? .all
            try records.scan(range, in: transaction, limit: Self.sliceRecords) { key, record in
                slice.last = key
                bytes += record.count
                let entry = try format.entry(record, at: LogID(key: key.id))
                slice.entries.append(try withoutDoubtfulValues(entry, in: transaction))
                return bytes < Self.batchBytes ? .next : .stop
            }
        }
        return slice
    }

    /// Returns the record without the values of its message if a damaged record says that the message was erased.
    private func withoutDoubtfulValues(
        _ entry: LogEntry, in transaction: borrowing ReadTransaction
    ) throws -> LogEntry {
        guard case .message(let message) = entry.body, entry.values == .present,
            try self.message(entry.digest, in: transaction)?.isErased == true
        else { return entry }
        return LogEntry(
            position: entry.position, arrival: entry.arrival,
            body: .message(message.withoutErasableValues), isErased: false)
    }

    /// Returns the group of the node's messages, and its founder; nil if the founder has written none of the messages.
    ///
    /// - Complexity: O(n), and one verification for each message of a damaged record.
    func groupAndFounder() throws -> (group: ChatModel.GroupID, founder: PublicKey?) {
        if let founder { return (GroupID(founder: founder), founder) }
        let group = try group ?? groupOfMostMessages() ?? .none
        return (group, founders[group])
    }

    /// Returns the group of most messages of damaged records; nil if none is of a group.
    private func groupOfMostMessages() throws -> ChatModel.GroupID? {
        var counts: [ChatModel.GroupID: Int] = [:]
        var next: Digest?
        while let (entries, last) = try messages(after: next) {
            for case .message(let message) in entries.map(\.body) where message.group != .none {
                counts[message.group, default: 0] += 1
            }
            next = last
        }
        return counts.max { $0.value < $1.value }?.key
    }

    /// Returns the next messages of damaged records by digest, each with a valid signature: of at most a thousand messages,
    /// or 16 MiB. Nil after the last.
    func messages(after digest: Digest?) throws -> (entries: [LogEntry], last: Digest)? {
        var entries: [LogEntry] = []
        var bytes = 0
        try environment.read { transaction in
            let range = digest.map { KeyRange.after($0.bytes) } ?? .all
            try messages.scan(range, in: transaction, limit: Self.sliceRecords) { _, record in
                entries.append(try format.entry(record, at: .zero))
                bytes += record.count
                return bytes < Self.batchBytes ? .next : .stop
            }
        }
        guard let last = entries.last?.digest else { return nil }
        return (entries.concurrentMap { $0.hasValidSignature ? $0 : nil }.compactMap(\.self), last)
    }
}

/// The key of a record in a ``Salvage``: id (8 bytes), kind (1 byte), digest (32 bytes).
struct SalvageKey: TableKey {
    enum Kind: UInt8 {
        /// An undamaged record of a message that is gone.
        case gone = 0
        /// An undamaged record of a message.
        case message = 1
    }

    let id: UInt64
    let kind: Kind
    let digest: Digest

    init(_ entry: LogEntry, _ kind: Kind) {
        (id, self.kind, digest) = (entry.id.rawValue, kind, entry.digest)
    }

    var encodedByteCount: Int { 9 + Digest.byteCount }

    func encode(into bytes: inout OutputRawSpan) {
        bytes.append(bigEndian: id)
        bytes.append(kind.rawValue)
        bytes.append(digest.bytes)
    }

    init(decoding bytes: RawSpan) throws {
        id = try bytes.bigEndian(at: 0)
        guard let kind = Kind(rawValue: try bytes.bigEndian(at: 8)) else { throw MalformedRecord() }
        self.kind = kind
        digest = try Digest(bytes: bytes.array(9..<41))
    }
}
