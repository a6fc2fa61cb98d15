public import ChatModel
public import Foundation

/// The LMDB pages of a closed store, for damaging them. The file stays the same, so that the store does not consider it a
/// copy.
public struct StoreFile {
    public static let pageBytes = 4096

    public var bytes: Data
    private let url: URL

    public init(_ folder: String) throws {
        url = URL(filePath: folder + "/data.mdb")
        bytes = try Data(contentsOf: url)
    }

    public func save() throws {
        let file = try FileHandle(forUpdating: url)
        try file.write(contentsOf: bytes)
        try file.truncate(atOffset: UInt64(bytes.count))
        try file.close()
    }

    /// Returns the indices of a sequence of bytes. LMDB copies a page to change it, so that there may be several.
    public func offsets(of sought: some Collection<UInt8>) -> [Int] {
        var offsets: [Int] = []
        var rest = bytes.startIndex..<bytes.endIndex
        while let found = bytes.range(of: Data(sought), in: rest) {
            offsets.append(found.lowerBound)
            rest = found.lowerBound + 1..<bytes.endIndex
        }
        return offsets
    }

    /// Makes the entries whose values contain `part` gigabytes long, beyond the end of the file, so that reading one kills
    /// the process.
    public mutating func stretchEntries(with part: some Collection<UInt8>) {
        for offset in offsets(of: part) {
            let page = offset / Self.pageBytes * Self.pageBytes
            let nodes = stride(from: 16, to: Int(number(at: page + 12)), by: 2).map {
                page + Int(number(at: page + $0))
            }
            guard let node = nodes.filter({ $0 < offset }).max() else { continue }
            // The upper half of the value's length.
            bytes[node + 2] = 0xff
            bytes[node + 3] = 0xff
        }
    }

    /// Leaves one key in each branch page, which LMDB does not expect: it calls abort().
    public mutating func leaveOneKeyInBranches() {
        for page in stride(from: 2 * Self.pageBytes, to: bytes.count - Self.pageBytes, by: Self.pageBytes)
        where number(at: page + 10) == 1 {
            bytes[page + 12] = 18
            bytes[page + 13] = 0
        }
    }

    private func number(at offset: Int) -> UInt16 {
        UInt16(bytes[offset]) | UInt16(bytes[offset + 1]) << 8
    }

    /// Damages a random page in a random way.
    public mutating func damage(using generator: inout SeededGenerator, pages: Int) {
        // Every fourth hit is one of the two meta pages.
        let page =
            Int.random(in: 0..<4, using: &generator) == 0
            ? Int.random(in: 0..<2, using: &generator) : Int.random(in: 2..<pages, using: &generator)
        let start = page * Self.pageBytes
        let whole = start..<start + Self.pageBytes
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: bytes.resetBytes(in: whole)
        case 1: for offset in whole { bytes[offset] = UInt8.random(in: 0...255, using: &generator) }
        case 2:
            let other = Int.random(in: 0..<pages, using: &generator) * Self.pageBytes
            bytes.replaceSubrange(whole, with: Data(bytes[other..<other + Self.pageBytes]))
        case 3: flip(1, in: whole, using: &generator)
        default: flip(4, in: start..<start + 64, using: &generator)
        }
    }

    private mutating func flip(_ count: Int, in range: Range<Int>, using generator: inout SeededGenerator) {
        for _ in 0..<count {
            bytes[Int.random(in: range, using: &generator)] ^= UInt8.random(in: 1...255, using: &generator)
        }
    }
}

extension StoreFile {
    /// Returns the ranges of the record of a message, in the present and in all old LMDB pages.
    public func records(of message: Message) -> [Range<Int>] {
        var packed: [UInt8] = []
        PackedMessage.append(message, to: &packed)
        let byteCount = 23 + packed.count + 8
        // The digest is also in an index, but only the record has the signature after it.
        return offsets(of: message.digest.bytes + message.signature.bytes).map { $0 - 23 }.filter(isValue).map {
            $0..<$0 + byteCount
        }
    }

    /// Damages the record of a message, in the present and in all old LMDB pages.
    ///
    /// - Parameter fraction: where in the record one byte is changed, from 0 to 1; nil to overwrite the whole record with zeros.
    /// - Returns: whether the file has the record.
    @discardableResult
    public mutating func damageRecord(of message: Message, at fraction: Double?) -> Bool {
        let records = records(of: message)
        for record in records {
            if let fraction {
                bytes[record.lowerBound + min(record.count - 1, Int(fraction * Double(record.count)))] ^= 0x55
            } else {
                bytes.resetBytes(in: record)
            }
        }
        return !records.isEmpty
    }

    /// Whether a value begins here. LMDB does not clear the free part of a page: it may have a part of an old record.
    private func isValue(at start: Int) -> Bool {
        let page = start / Self.pageBytes * Self.pageBytes
        let (leaf, overflow) = (UInt16(2), UInt16(4))
        switch number(at: page + 10) {
        case overflow: return start == page + 16
        case leaf:
            // After the head of a node (8 bytes) comes the id (4 bytes).
            return stride(from: 16, to: Int(number(at: page + 12)), by: 2).contains {
                page + Int(number(at: page + $0)) + 12 == start
            }
        default: return false
        }
    }
}
