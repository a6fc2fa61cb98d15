import Foundation
import LMDB
import TestSupport
import Testing

@Suite struct EnvironmentTests {
    @Test func `stored entries are found after the environment is opened again`() throws {
        let folder = try TemporaryFolder()
        try fill(folder.path, keys: 0..<1_000)
        let environment = try Environment(folder: folder.path)
        let table = try environment.read { try Numbers("table", in: $0) }
        #expect(try environment.read { try keys(of: table, in: $0) } == Array(0..<1_000))
        try check(environment)
    }

    @Test func `only their owner can read the files of an environment`() throws {
        let folder = try TemporaryFolder()
        let environment = try Environment(folder: folder.path)
        for name in ["data.mdb", "lock.mdb"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder.path)/\(name)")
            #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
        }
        try check(environment)
    }

    @Test func `opening a missing folder throws an error with its path`() throws {
        let error = failure { _ = try Environment(folder: "/nowhere/at/all") }
        #expect(error?.code == .noSuchFile)
        #expect(error?.subject.hasPrefix("/nowhere/at/all") == true)
    }

    @Test func `opening a file of another format throws invalid`() throws {
        let folder = try TemporaryFolder()
        try Data(repeating: 0x78, count: 10_000).write(to: URL(filePath: "\(folder.path)/data.mdb"))
        #expect(failure { _ = try Environment(folder: folder.path) }?.code == .invalid)
    }

    @Test func `a folder can be opened after a failed attempt`() throws {
        let folder = try TemporaryFolder()
        let file = "\(folder.path)/data.mdb"
        try Data(repeating: 0x78, count: 10_000).write(to: URL(filePath: file))
        #expect(failure { _ = try Environment(folder: folder.path) }?.code == .invalid)
        try FileManager.default.removeItem(atPath: file)
        try check(Environment(folder: folder.path))
    }

    @Test func `a read-only environment reads and refuses writes`() throws {
        let folder = try TemporaryFolder()
        try fill(folder.path, keys: 0..<10)
        let environment = try Environment(folder: folder.path, options: .init(readOnly: true))
        let table = try environment.read { try Numbers("table", in: $0) }
        #expect(try environment.read { try keys(of: table, in: $0) } == Array(0..<10))
        #expect(failure { try environment.write { _ in } }?.code == .accessDenied)
        try check(environment)
    }

    @Test(arguments: [false, true])
    func `reads continue and writes throw after the file was removed or replaced`(replaces: Bool) throws {
        let folder = try TemporaryFolder()
        try fill(folder.path, keys: 0..<10)
        let environment = try Environment(folder: folder.path)
        let table = try environment.read { try Numbers("table", in: $0) }
        try environment.write { try table.put(10, 10, in: &$0) }
        let file = folder.path + "/data.mdb"
        if replaces {
            try FileManager.default.linkItem(atPath: file, toPath: file + ".old")
        }
        try FileManager.default.removeItem(atPath: file)
        if replaces { try FileManager.default.copyItem(atPath: file + ".old", toPath: file) }
        let error = failure { try environment.write { try table.put(11, 11, in: &$0) } }
        #expect(error?.code == .fileGone)
        #expect(error?.description.contains("removed or replaced") == true)
        #expect(try environment.read { try keys(of: table, in: $0) } == Array(0...10))
    }

    @Test(arguments: [0, 2, 40])
    func `writes throw after another file was copied over the file, with fewer or more commits`(
        otherCommits: UInt64
    ) throws {
        let folder = try TemporaryFolder()
        let other = try TemporaryFolder()
        try fill(other.path, keys: 100..<101)
        do {
            let environment = try Environment(folder: other.path)
            let table = try environment.read { try Numbers("table", in: $0) }
            for key in 0..<otherCommits { try environment.write { try table.put(key, key, in: &$0) } }
        }
        try fill(folder.path, keys: 0..<10)
        let environment = try Environment(folder: folder.path)
        let table = try environment.read { try Numbers("table", in: $0) }
        try environment.write { try table.put(10, 10, in: &$0) }
        // In place, as cp does it.
        let bytes = try Data(contentsOf: URL(filePath: other.path + "/data.mdb"))
        try bytes.write(to: URL(filePath: folder.path + "/data.mdb"), options: [])
        for _ in 1...2 {
            #expect(failure { try environment.write { try table.put(11, 11, in: &$0) } }?.code == .overwritten)
        }
        #expect(try Data(contentsOf: URL(filePath: folder.path + "/data.mdb")) == bytes)
    }

    @Test func `writes continue after the folder was moved`() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path + "/here", withIntermediateDirectories: false)
        try fill(folder.path + "/here", keys: 0..<10)
        let environment = try Environment(folder: folder.path + "/here")
        let table = try environment.read { try Numbers("table", in: $0) }
        try FileManager.default.moveItem(atPath: folder.path + "/here", toPath: folder.path + "/there")
        try environment.write { try table.put(10, 10, in: &$0) }
        try check(environment)
    }

    @Test func `opening a missing environment read-only throws`() throws {
        let folder = try TemporaryFolder()
        let error = failure { _ = try Environment(folder: folder.path, options: .init(readOnly: true)) }
        #expect(error?.code == .noSuchFile)
    }

    @Test func `all blocks of the lock file are allocated`() throws {
        let folder = try TemporaryFolder()
        let environment = try Environment(folder: folder.path)
        let values = try URL(filePath: "\(folder.path)/lock.mdb")
            .resourceValues(forKeys: [.fileSizeKey, .fileAllocatedSizeKey])
        let size = try #require(values.fileSize)
        #expect(size >= 64 * Environment.maxReaders)
        #expect(try #require(values.fileAllocatedSize) >= size)
        try check(environment)
    }

    @Test func `too many readers are refused, and their slots are free afterwards`() throws {
        try withEnvironment { (environment) throws in
            #expect(try nestReads(2, in: environment))
            // LMDB fills the last system page of the lock file with more slots.
            #expect(failure { _ = try nestReads(1_000, in: environment) }?.code == .readersFull)
            #expect(try nestReads(2, in: environment))
        }
    }

    @Test func `the sizes and counters change with each commit`() throws {
        try withEnvironment(.init(mapSize: 1_000_000)) { environment in
            let before = try environment.info
            let table: Texts = try makeTable(in: environment)
            try environment.write { try table.put([1], [UInt8](repeating: 1, count: 100_000), in: &$0) }
            let after = try environment.info
            #expect(before.lastTransaction == 0)
            #expect(after.lastTransaction == 2)
            #expect(after.usedBytes >= before.usedBytes + 100_000)
            #expect(after.usedBytes == (after.lastPage + 1) * after.pageSize)
            #expect(after.mapSize >= 1_000_000)
            #expect(after.mapSize.isMultiple(of: after.pageSize))
        }
    }

    @Test func `a truncated file is detected before it is read`() throws {
        let folder = try TemporaryFolder()
        try fill(folder.path, keys: 0..<10_000)
        let path = "\(folder.path)/data.mdb"
        let used = try usedBytes(in: folder.path)
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        try file.truncate(atOffset: UInt64(used - 1))
        try file.close()
        let environment = try Environment(folder: folder.path)
        let truncation = try #require(try environment.truncation())
        #expect(truncation == (expected: used, actual: used - 1))
    }

    private func usedBytes(in folder: String) throws -> Int { try Environment(folder: folder).info.usedBytes }

    /// With each of these seeds, one or two of 100 such commits leave a file that would end before its last LMDB page.
    @Test(arguments: [3, 15, 19] as [UInt64])
    func `a file is not reported as truncated when a write allocates and frees its last pages`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        try withEnvironment(.init(mapSize: 64 << 20)) { environment in
            let table: Texts = try makeTable(in: environment)
            for commit in 0..<30 {
                let largest = commit.isMultiple(of: 3) ? 20_000 : 1_500
                try environment.write { try churn(table, largest: largest, in: &$0, using: &generator) }
                #expect(try environment.truncation() == nil, "commit \(commit)")
            }
        }
    }

    /// Makes up to 60 changes to 400 keys: half of them delete, the others put values of up to `largest` bytes.
    private func churn(
        _ table: Texts,
        largest: Int,
        in transaction: inout WriteTransaction,
        using generator: inout SeededGenerator
    ) throws {
        for _ in 0..<Int.random(in: 1...60, using: &generator) {
            let key = UInt64.random(in: 0..<400, using: &generator).encoded()
            if Int.random(in: 0..<2, using: &generator) == 0 {
                try table.delete(key, in: &transaction)
            } else {
                let value = [UInt8](repeating: 1, count: Int.random(in: 0...largest, using: &generator))
                try table.put(key, value, in: &transaction)
            }
        }
    }

    /// Creates an environment with a table of these keys, and closes it.
    private func fill(_ folder: String, keys: Range<UInt64>) throws {
        let environment = try Environment(folder: folder)
        let table: Numbers = try makeTable(in: environment)
        try environment.write { transaction in
            for key in keys { try table.append(key, key, in: &transaction) }
        }
        try check(environment)
    }
}
