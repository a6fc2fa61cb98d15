internal import ChatModel
internal import LMDB

/// A search for the digests of unidentified records in the index of digests, in slices.
struct DigestSearch {
    /// The largest number of records whose digests one search seeks: each record costs a hash for each digest of the
    /// index.
    private static let maximumSought = 64
    private static let sliceDigests = 1000

    private let sought: [ChainGap]
    private var next: Digest?
    /// The digests that the records may have had, by id.
    private(set) var found: [UInt64: [Digest]] = [:]

    /// Begins a search for the digests of the first unidentified records after an id.
    init(after id: UInt64, in database: OpenDatabase) throws(StoreError) {
        sought = try database.read { transaction, tables in
            var ids: [UInt64] = []
            try tables.damagedRecords.scan(.after(UInt32(clamping: id)), in: transaction) { key, record in
                if record.state == .unidentified { ids.append(UInt64(key)) }
                return ids.count < Self.maximumSought ? .next : .stop
            }
            return try ids.map { try ChainGap(of: $0, tables, in: transaction) }
        }
    }

    /// The highest id of the unidentified records in this search; nil if the search has no record.
    var lastID: UInt64? { sought.last?.id }

    /// Compares the next digests of the index with the gaps in the chain of marks.
    ///
    /// - Returns: whether the index has more.
    mutating func readSlice(of database: OpenDatabase) throws(StoreError) -> Bool {
        var count = 0
        var last: Digest?
        var matches: [(UInt64, Digest)] = []
        try database.read { transaction, tables in
            try tables.digestIndex.scan(after: next, limit: Self.sliceDigests, in: transaction) { digest, record in
                for gap in sought where gap.id == record.id || record.id > gap.id && gap.fits(digest) {
                    matches.append((gap.id, digest))
                }
                last = digest
                count += 1
            }
        }
        for (id, digest) in matches { found[id, default: []].append(digest) }
        next = last
        return count == Self.sliceDigests
    }
}
