/// A page that looks like a leaf page of LMDB, for planting it in a file.
public struct PlantedPage {
    public enum Value {
        case inPage([UInt8])
        /// A value on overflow pages that the file has.
        case overflow(page: Int, byteCount: Int)
    }

    public private(set) var bytes = [UInt8](repeating: 0, count: StoreFile.pageBytes)

    /// - Parameter number: the number of the LMDB page in the file.
    public init(number: Int, _ pairs: [(key: [UInt8], value: Value)]) {
        put(number, at: 0, count: 8)
        put(2, at: 10, count: 2)
        put(16 + 2 * pairs.count, at: 12, count: 2)
        var start = bytes.count
        for (index, pair) in pairs.enumerated() {
            let (stored, byteCount, flags): ([UInt8], Int, Int) =
                switch pair.value {
                case .inPage(let value): (value, value.count, 0)
                case .overflow(let page, let byteCount): (Self.littleEndian(page, count: 8), byteCount, 1)
                }
            // LMDB begins nodes at even offsets.
            start = (start - 8 - pair.key.count - stored.count) & ~1
            precondition(start >= 16 + 2 * pairs.count, "the pairs do not fit into a page")
            put(start, at: 16 + 2 * index, count: 2)
            put(byteCount, at: start, count: 4)
            put(flags, at: start + 4, count: 2)
            put(pair.key.count, at: start + 6, count: 2)
            bytes.replaceSubrange(start + 8..<start + 8 + pair.key.count, with: pair.key)
            let value = start + 8 + pair.key.count
            bytes.replaceSubrange(value..<value + stored.count, with: stored)
        }
    }

    private mutating func put(_ number: Int, at start: Int, count: Int) {
        bytes.replaceSubrange(start..<start + count, with: Self.littleEndian(number, count: count))
    }

    private static func littleEndian(_ number: Int, count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}

extension StoreFile {
    /// Puts a planted page onto the last page of the file, which LMDB has not used yet.
    public mutating func plant(_ pairs: [(key: [UInt8], value: PlantedPage.Value)]) {
        let number = bytes.count / Self.pageBytes - 1
        let start = number * Self.pageBytes
        precondition(bytes[start..<start + Self.pageBytes].allSatisfy { $0 == 0 }, "the last page is in use")
        bytes.replaceSubrange(start..<start + Self.pageBytes, with: PlantedPage(number: number, pairs).bytes)
    }
}
