import LMDB
import TestSupport
import Testing

@Suite struct TransactionTests {

    @Test func `a read sees the changes of an earlier write`() throws {
        try withEnvironment { environment in
            let table: Numbers = try makeTable(in: environment)
            try environment.write { try table.put(1, 10, in: &$0) }
            #expect(try environment.read { try table.get(1, in: $0) } == 10)
        }
    }

    @Test func `a write sees its own changes`() throws {
        try withEnvironment { environment in
            let table: Numbers = try makeTable(in: environment)
            let seen = try environment.write { transaction in
                try table.put(1, 10, in: &transaction)
                return try table.get(1, in: transaction)
            }
            #expect(seen == 10)
        }
    }

    @Test func `a write that throws drops its changes and rethrows the error`() throws {
        try withEnvironment { environment in
            let table: Numbers = try makeTable(in: environment)
            #expect(throws: BodyError.self) {
                try environment.write { transaction in
                    try table.put(1, 10, in: &transaction)
                    throw BodyError()
                }
            }
            #expect(try environment.read { try table.count(in: $0) } == 0)
            try environment.write { try table.put(2, 20, in: &$0) }
            #expect(try environment.read { try keys(of: table, in: $0) } == [2])
        }
    }

    @Test func `a read keeps its snapshot while a write commits`() throws {
        try withEnvironment { environment in
            let table: Numbers = try makeTable(in: environment)
            try environment.read { transaction in
                try environment.write { try table.put(1, 10, in: &$0) }
                #expect(try table.get(1, in: transaction) == nil)
                #expect(try environment.read { try table.get(1, in: $0) } == 10)
            }
        }
    }

    @Test func `a read inside a write sees the state before it`() throws {
        try withEnvironment { environment in
            let table: Numbers = try makeTable(in: environment)
            try environment.write { transaction in
                try table.put(1, 10, in: &transaction)
                #expect(try environment.read { try table.get(1, in: $0) } == nil)
            }
        }
    }

    @Test func `concurrent writers wait for each other and no change is lost`() async throws {
        let folder = try TemporaryFolder()
        let environment = try Environment(folder: folder.path, options: .init(mapSize: 16 << 20))
        let table: Numbers = try makeTable(in: environment)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            for _ in 0..<8 {
                tasks.addTask { try increment(table, in: environment, times: 5) }
            }
            try await tasks.waitForAll()
        }
        #expect(try lastValue(of: table, in: environment) == 40)
        try check(environment)
    }

    @Test func `a transaction can return a noncopyable result`() throws {
        struct Unique: ~Copyable { let number: Int }
        try withEnvironment { environment in
            let unique = try environment.write { _ in Unique(number: 7) }
            #expect(unique.number == 7)
        }
    }
}

/// Synchronous, because transactions are unavailable in async code.
private func increment(_ table: Numbers, in environment: Environment, times: Int) throws {
    for _ in 0..<times {
        try environment.write { transaction in
            try table.put(0, (table.get(0, in: transaction) ?? 0) + 1, in: &transaction)
        }
    }
}

private func lastValue(of table: Numbers, in environment: Environment) throws -> UInt64? {
    try environment.read { try table.last(in: $0)?.value }
}
