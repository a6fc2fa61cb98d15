internal import CXXHash
internal import ChatModel
internal import LMDB

/// The checksum at the end of a record: XXH3 with 64 bits over all other bytes, 8 bytes, big-endian. Its seed is the sum of
/// the store's seed and the record's id.
///
/// The checksum finds damage of the disk. It also shows that this store wrote the bytes under this id: see
/// ``ChecksumSeed``.
struct Checksum: Equatable {
    static let byteCount = 8

    let seed: ChecksumSeed

    private func of(_ bytes: ArraySlice<UInt8>, at id: UInt64) -> UInt64 {
        unsafe bytes.withUnsafeBytes { bytes in
            unsafe XXH3_64bits_withSeed(bytes.baseAddress, bytes.count, seed.rawValue &+ id)
        }
    }

    func append(to bytes: inout [UInt8], at id: UInt64) {
        bytes.append(bigEndian: of(bytes[...], at: id))
    }

    /// Returns the bytes without their checksum.
    ///
    /// - Throws: ``MalformedRecord`` if the checksum is not that of the bytes with this id.
    func verified(_ bytes: [UInt8], at id: UInt64) throws(MalformedRecord) -> ArraySlice<UInt8> {
        guard bytes.count > Self.byteCount,
            UInt64(bigEndian: bytes.suffix(Self.byteCount)) == of(bytes.dropLast(Self.byteCount), at: id)
        else {
            throw MalformedRecord()
        }
        return bytes.dropLast(Self.byteCount)
    }
}

// MARK: - The seed in the store

extension Checksum {
    /// A number that is computed from the seed and stored beside it. If the two do not fit, the seed is damaged. Without
    /// this number, a damaged seed would make every record look damaged.
    private var proof: UInt64 { of([], at: 0) }

    /// Reads the seed of a store.
    ///
    /// - Throws: ``StoreError/unsound(reason:)`` if the seed is missing or damaged; ``LMDBError``.
    init(from meta: Table<Meta, UInt64>, in transaction: borrowing some Transaction & ~Copyable) throws {
        guard let seed = try meta.get(.checksumSeed, in: transaction),
            case let checksum = Checksum(seed: ChecksumSeed(rawValue: seed)),
            try meta.get(.checksumSeedProof, in: transaction) == checksum.proof
        else { throw StoreError.unsound(reason: "The seed of the checksums is missing or damaged.") }
        self = checksum
    }

    /// Stores the seed in a new store.
    func put(into meta: Table<Meta, UInt64>, in transaction: inout WriteTransaction) throws {
        try meta.put(.checksumSeed, seed.rawValue, in: &transaction)
        try meta.put(.checksumSeedProof, proof, in: &transaction)
    }
}
