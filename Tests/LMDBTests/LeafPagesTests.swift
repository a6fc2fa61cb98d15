import LMDB
import TestSupport
import Testing

struct LeafPagesTests {
    private typealias Pair = (key: [UInt8], value: [UInt8])

    private let long = [UInt8](repeating: 7, count: 9000)

    /// Scans the file of an environment with the pairs 1: `long` and 2: "short".
    ///
    /// - Parameters:
    ///   - limit: the number of pairs after which the scan is told to stop.
    ///   - change: changes the file before the scan.
    private func pairs(limit: Int = .max, after change: (inout StoreFile) throws -> Void = { _ in }) throws -> [Pair] {
        let folder = try TemporaryFolder()
        do {
            let environment = try Environment(folder: folder.path, options: .init(mapSize: 16 << 20))
            try environment.write { transaction in
                let table = try Table<UInt64, [UInt8]>("table", in: transaction)
                try table.put(1, long, in: &transaction)
                try table.put(2, Array("short".utf8), in: &transaction)
            }
        }
        var file = try StoreFile(folder.path)
        try change(&file)
        try file.save()
        var pairs: [Pair] = []
        let unread = try LeafPages(of: folder.path + "/data.mdb").scan { key, value in
            pairs.append((key, value))
            return pairs.count < limit ? .next : .stop
        }
        #expect(unread == 0)
        return pairs
    }

    /// The first of the three overflow pages of the long value.
    private func overflowPage(_ file: StoreFile) throws -> Int {
        try #require(file.offsets(of: long).first) / StoreFile.pageBytes
    }

    @Test func `a scan finds short and long values`() throws {
        let pairs = try pairs()
        #expect(pairs.map(\.key) == [UInt64(1).encoded(), UInt64(2).encoded()])
        #expect(pairs.map(\.value) == [long, Array("short".utf8)])
    }

    @Test func `a scan ends when its body says so`() throws {
        #expect(try pairs(limit: 1).count == 1)
    }

    @Test func `a page with the number of another page is not read`() throws {
        let pairs = try pairs { file in
            let start = file.bytes.count - StoreFile.pageBytes
            let planted = PlantedPage(number: try overflowPage(file), [([9], .inPage([9]))])
            file.bytes.replaceSubrange(start..<start + StoreFile.pageBytes, with: planted.bytes)
        }
        #expect(pairs.count == 2)
    }

    @Test(arguments: [(0, 9000, true), (0, 8177, true), (0, 8176, false), (0, 12_273, false), (1, 4080, false)])
    func `a long value is read only from its first page and with its number of pages`(
        offset: Int, byteCount: Int, isRead: Bool
    ) throws {
        let pairs = try pairs { file in
            file.plant([([9], .overflow(page: try overflowPage(file) + offset, byteCount: byteCount))])
        }
        #expect(pairs.map(\.key).contains([9]) == isRead)
    }

    @Test func `many pairs of one page with the same long value give it once`() throws {
        let pairs = try pairs { file in
            let page = try overflowPage(file)
            file.plant((0..<150).map { ([9, UInt8($0)], .overflow(page: page, byteCount: 9000)) })
        }
        #expect(pairs.map(\.key).filter { $0.first == 9 } == [[9, 0]])
    }

    @Test func `a page that has one pair many times gives at most four times its bytes`() throws {
        let pairs = try pairs { file in
            file.plant([([9], .inPage([UInt8](repeating: 9, count: 3000)))])
            let page = file.bytes.count - StoreFile.pageBytes
            let offset = file.bytes[page + 16..<page + 18]
            for start in stride(from: page + 16, to: page + 1016, by: 2) {
                file.bytes.replaceSubrange(start..<start + 2, with: offset)
            }
            // The end of the offsets.
            file.bytes.replaceSubrange(page + 12..<page + 14, with: [0xf8, 0x03])
        }
        #expect(pairs.count { $0.key == [9] } == 5)
    }
}
