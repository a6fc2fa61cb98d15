import Testing

@testable import LMDB

@Suite struct FreePagesTests {
    private func bytes(_ words: [UInt8]) -> [UInt8] {
        words.flatMap { [$0, 0, 0, 0, 0, 0, 0, 0] }
    }

    @Test(arguments: [([2, 9, 7], [9, 7]), ([1, 9, 7], [9]), ([0], []), ([0, 9], [])] as [([UInt8], [Int])])
    func `an entry is decoded with as many pages as its first word says`(words: [UInt8], pages: [Int]) throws {
        let entry = try FreePages(key: bytes([5]), value: bytes(words))
        #expect(entry.transaction == 5)
        #expect(entry.pages == pages)
    }

    @Test(arguments: [[], [1], [3, 9, 7]] as [[UInt8]])
    func `an entry with fewer pages than its first word says is malformed`(words: [UInt8]) {
        let error = #expect(throws: LMDBError.self) { try FreePages(key: bytes([5]), value: bytes(words)) }
        #expect(error?.code == .malformed)
    }
}
