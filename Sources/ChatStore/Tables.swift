internal import ChatModel
internal import LMDB

/// The tables of a store, opened together after the schema version was read.
struct Tables: Sendable {
    /// The store's own numbers by name: see ``Meta``. They are in LMDB's main table.
    let meta: Table<Meta, UInt64>
    /// The owner's settings by name: see ``Setting``.
    let settings: Table<Setting, [UInt8]>
    /// The records by id: see ``Record``. An id takes 4 bytes, so that more short records fit into an LMDB page.
    let log: Table<UInt32, [UInt8]>
    let recordFormat: RecordFormat
    let digestIndex: DigestIndex
    let newestRoomIndex: NewestRoomIndex
    let roomIndex: RoomIndex
    let displayOrderIndex: DisplayOrderIndex
    let wantedIndex: WantedIndex
    let statementIndex: StatementIndex
    let addressIndex: AddressIndex
    let relationIndex: RelationIndex
    let roomDetailIndex: RoomDetailIndex
    /// All of the indexes.
    let indexes: Indexes
    /// The messages that were posted with a post key, and own messages that came back from peers.
    let postKeys: PostKeys
    /// The state of each peer: cursors and counters.
    let peers: Table<[UInt8], PeerRecord>
    /// What the peers' logs name and this node lacks.
    let exceptions: Table<ExceptionKey, ExceptionRecord>
    /// The contacts with the configured peers.
    let contacts: Table<[UInt8], ContactRecord>
    /// The peers that are paired by invitations.
    let pairing: PairingTables
    /// The damaged records of the log by id.
    let damagedRecords: Table<UInt32, DamagedRecord>
    let lastMembership = LastMembership()

    /// Opens the tables. A write creates missing tables.
    init(in transaction: borrowing some Transaction & ~Copyable, _ checksum: Checksum) throws {
        recordFormat = RecordFormat(checksum: checksum)
        meta = try Table(Environment.mainTable, in: transaction)
        settings = try Table("settings", in: transaction)
        log = try Table("log", in: transaction)
        digestIndex = try DigestIndex(in: transaction)
        newestRoomIndex = try NewestRoomIndex(in: transaction)
        roomIndex = try RoomIndex(in: transaction)
        displayOrderIndex = try DisplayOrderIndex(in: transaction)
        wantedIndex = try WantedIndex(in: transaction)
        statementIndex = try StatementIndex(in: transaction)
        addressIndex = try AddressIndex(in: transaction)
        relationIndex = try RelationIndex(in: transaction)
        roomDetailIndex = try RoomDetailIndex(in: transaction)
        indexes = Indexes(
            digestIndex, newestRoomIndex, roomIndex, displayOrderIndex, wantedIndex, statementIndex, addressIndex,
            relationIndex, roomDetailIndex)
        postKeys = try PostKeys(in: transaction)
        peers = try Table("peers", in: transaction)
        exceptions = try Table("exceptions", in: transaction)
        contacts = try Table("contacts", in: transaction)
        pairing = try PairingTables(in: transaction, checksum)
        damagedRecords = try Table("damaged", in: transaction)
    }
}

extension Tables {
    /// Returns the mark of a record, or the mark that the store has noted for a damaged record; nil if it has noted none.
    func mark(
        of record: [UInt8], at id: UInt64, in transaction: borrowing some Transaction & ~Copyable
    ) throws -> Mark? {
        recordFormat.isWhole(record, at: id)
            ? Record.mark(of: record) : try damagedRecords.get(UInt32(clamping: id), in: transaction)?.mark
    }
}

extension Tables {
    /// Forgets how far the peers' logs were read if another program has read them, by other rules.
    ///
    /// - Parameter form: the highest form of messages that the program knows.
    func readAgainByNewRules(knowing form: UInt64, in transaction: inout WriteTransaction) throws {
        let rules = Self.rules(knowing: form)
        guard try meta.get(.rules, in: transaction) != rules else { return }
        try forgetPositions(in: &transaction)
        try meta.put(.rules, rules, in: &transaction)
    }

    /// The number of the rules by which a program decides what of a peer's log it stores. It rises with a change of the
    /// program's rules, and if the program knows a further form of messages.
    private static func rules(knowing form: UInt64) -> UInt64 { 1 << 32 | form }
}

extension SetTable {
    /// Opens a family of sets.
    init(_ family: SetFamily, in transaction: borrowing some Transaction & ~Copyable) throws {
        try self.init(family.name, prefix: family.prefix, of: SetFamily.table, in: transaction)
    }
}

/// The names of the store's own numbers. No table has such a name.
enum Meta: String, CaseIterable, TableKey {
    case schema
    case checksumSeed = "checksum-seed"
    /// A checksum of the seed, by which damage of the seed is found.
    case checksumSeedProof = "checksum-seed-proof"
    case nextID = "next-id"
    case largestStamp = "largest-stamp"
    case largestShown = "largest-display-stamp"
    case latestArrival = "latest-arrival"
    case lifetime
    case idsFileInode = "ids-file-inode"
    case idsFileBirth = "ids-file-birth"
    case restoreStamp = "restore-stamp"
    /// The rules that decide what of a peer's log is stored: ``Tables/rules(knowing:)``.
    case rules
    /// The number of damaged records whose messages have no later id.
    case damaged = "damaged-messages"
    /// The number of messages that were stored again because their records were damaged.
    case healed = "healed-messages"

    var encodedByteCount: Int { rawValue.utf8.count }

    func encode(into bytes: inout OutputRawSpan) { bytes.append(rawValue.utf8) }

    init(decoding bytes: RawSpan) throws {
        guard let name = Meta(rawValue: String(decoding: try bytes.array(), as: UTF8.self)) else {
            throw MalformedRecord()
        }
        self = name
    }
}
