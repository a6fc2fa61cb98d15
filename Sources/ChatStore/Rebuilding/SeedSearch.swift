internal import ChatModel
internal import LMDB

/// A search for the seed with which a damaged store computed its checksums.
///
/// The seed follows from the node key, unless the node got another key later or the key file is lost. Then the search takes,
/// of the seeds on the LMDB pages, the one with which most records have their checksum. Nothing proves that seed: a peer
/// can plant a seed and records in messages. It succeeds if it plants more records than the store has.
enum SeedSearch {
    /// The search tries the seeds that are found most often. Without planted ones, there is one seed.
    private static let maximumCandidates = 1000

    /// - Parameter derived: the seed that follows from the node key; nil without a key.
    /// - Returns: nil if no seed was found.
    /// - Complexity: O(n) in the bytes of the file; for each record up to ``maximumCandidates`` hashes.
    static func seed(in pages: borrowing LeafPages, derived: ChecksumSeed?) throws -> ChecksumSeed? {
        var found: [ChecksumSeed: Int] = [:]
        var isDerived = false
        _ = try pages.scan { key, value in
            if let derived, let id = Salvage.id(of: key) {
                isDerived = RecordFormat(checksum: Checksum(seed: derived)).isWhole(value, at: id)
            } else if key == Meta.checksumSeed.encoded(), value.count == 8 {
                found[ChecksumSeed(rawValue: UInt64(bigEndian: value[...])), default: 0] += 1
            }
            return isDerived ? .stop : .next
        }
        if isDerived { return derived }
        let seeds = found.sorted { $0.value > $1.value }.prefix(maximumCandidates).map(\.key)
        return seeds.count > 1 ? try best(of: seeds, in: pages) : seeds.first
    }

    /// Returns the seed with which most records have their checksum.
    private static func best(of seeds: [ChecksumSeed], in pages: borrowing LeafPages) throws -> ChecksumSeed? {
        var candidates = seeds.map { (format: RecordFormat(checksum: Checksum(seed: $0)), records: 0) }
        _ = try pages.scan { key, value in
            if let id = Salvage.id(of: key),
                let index = candidates.firstIndex(where: { $0.format.isWhole(value, at: id) })
            {
                candidates[index].records += 1
                // The next record probably has the same seed.
                candidates.swapAt(0, index)
            }
            return .next
        }
        return candidates.max { $0.records < $1.records }?.format.checksum.seed
    }
}
