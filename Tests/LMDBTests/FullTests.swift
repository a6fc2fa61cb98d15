import Foundation
import LMDB
import TestSupport
import Testing

/// A full map and a full disk: reads still work, no commit is lost, and writes work again when there is space.
@Suite struct FullTests {
    @Test func `a full map refuses writes, keeps its entries, and accepts writes after a table was cleared`() throws {
        try withEnvironment(.init(mapSize: 256 << 10)) { environment in
            let table: Texts = try makeTable(in: environment)
            let other: Numbers = try makeTable("other", in: environment)
            try environment.write { try other.put(1, 1, in: &$0) }

            let (stored, error) = try fillUntilFailure(table, in: environment)
            #expect(error?.code == .mapFull)
            #expect(stored > 10)
            #expect(try environment.read { try table.count(in: $0) } == stored)
            #expect(try environment.read { try other.get(1, in: $0) } == 1)

            try environment.write { try table.clear(in: &$0) }
            // LMDB reuses freed pages only after a further commit.
            try environment.write { try other.put(2, 2, in: &$0) }
            #expect(try fillUntilFailure(table, in: environment).stored > 10)
        }
    }

    @Test func `a write that ignores an error cannot commit`() throws {
        try withEnvironment(.init(mapSize: 256 << 10)) { environment in
            let table: Texts = try makeTable(in: environment)
            let error = failure {
                try environment.write { transaction in
                    try table.put([1], [1], in: &transaction)
                    try? table.put([2], [UInt8](repeating: 0, count: 1 << 20), in: &transaction)
                }
            }
            #expect(error?.code == .badTransaction)
            #expect(error?.operation == "commit")
            #expect(try environment.read { try table.count(in: $0) } == 0)
        }
    }

    #if os(Linux)
        @Test(.enabled(if: TemporaryDisk.isAllowed, "mounting a disk needs root"))
        func `a full disk refuses writes, keeps its entries, and accepts writes when space is free`() throws {
            let disk = try TemporaryDisk(bytes: 2 << 20)
            do {
                let environment = try Environment(folder: disk.path, options: .init(mapSize: 64 << 20))
                let table: Texts = try makeTable(in: environment)
                let ballast = "\(disk.path)/ballast"
                try Data(count: 512 << 10).write(to: URL(filePath: ballast))

                let (stored, error) = try fillUntilFailure(table, in: environment)
                #expect(error?.code == .diskFull)
                #expect(stored > 10)
                #expect(try environment.read { try table.count(in: $0) } == stored)
                #expect(try environment.read { try keys(of: table, in: $0).count } == stored)

                try FileManager.default.removeItem(atPath: ballast)
                try environment.write { try table.put([0], [1], in: &$0) }
                #expect(try environment.read { try table.count(in: $0) } == stored + 1)
                try check(environment)
            }
        }

        @Test(.enabled(if: TemporaryDisk.isAllowed, "mounting a disk needs root"))
        func `creating an environment on a full disk throws diskFull`() throws {
            let disk = try TemporaryDisk(bytes: 1 << 20)
            try disk.fill(leaving: 0)
            #expect(failure { _ = try Environment(folder: disk.path) }?.code == .diskFull)
        }

        @Test(.enabled(if: TemporaryDisk.isAllowed, "mounting a disk needs root"))
        func `creating an environment without space for its lock file throws diskFull`() throws {
            let disk = try TemporaryDisk(bytes: 1 << 20)
            // One page of the lock file and both meta pages.
            try disk.fill(leaving: 12 << 10)
            #expect(failure { _ = try Environment(folder: disk.path) }?.code == .diskFull)
        }

        @Test(.enabled(if: TemporaryDisk.isAllowed, "mounting a disk needs root"))
        func `all reader slots can be used on a full disk`() throws {
            let disk = try TemporaryDisk(bytes: 1 << 20)
            do {
                let environment = try Environment(folder: disk.path, options: .init(mapSize: 1 << 20))
                try disk.fill(leaving: 0)
                #expect(try nestReads(Environment.maxReaders, in: environment))
                try check(environment)
            }
        }
    #endif

    /// Commits values of 4,000 bytes until a commit fails. Returns the number of stored values, and the error.
    private func fillUntilFailure(
        _ table: Texts,
        in environment: Environment
    ) throws -> (stored: Int, error: LMDBError?) {
        for number: UInt64 in 1...10_000 {
            let error = failure {
                try environment.write { transaction in
                    try table.put(number.encoded(), [UInt8](repeating: 1, count: 4_000), in: &transaction)
                }
            }
            if let error { return (Int(number) - 1, error) }
        }
        return (10_000, nil)
    }
}
