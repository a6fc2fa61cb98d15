import ChatModel
import Dispatch
import LMDB
import TestSupport
import Testing

@testable import ChatStore

@Suite(.timeLimit(.minutes(10)))
struct WriterTests {
    /// Runs `body` with a writer over a new database, and checks the database afterwards.
    private func withWriter(_ body: (Writer, OpenDatabase) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        let database = try OpenDatabase(in: folder)
        let writer = Writer(
            database, commits: CommitSignal(high: .zero), origin: SigningKey().publicKey, time: SystemTime(),
            buildDate: .testBuildDate)
        try await body(writer, database)
        let problems = try database.read { transaction, tables in
            StoreCheckTests.problems(tables, in: transaction)
        }
        #expect(problems == [])
        await writer.close()
    }

    private func post(_ number: Int) throws -> Post {
        Post(
            content: .message(try Draft(text: "\(number)")), nonce: .random(), hasPostKey: false, salt: .random(),
            signingKey: SigningKey())
    }

    @Test func `the jobs of a failed batch are written one by one, and only the bad one fails`() async throws {
        try await withWriter { writer, database in
            let gate = DispatchSemaphore(value: 0)
            // The jobs that are submitted while the writer's queue is blocked become one batch.
            database.queue.async { gate.wait() }
            let stored = try await withThrowingTaskGroup(of: Bool.self) { tasks in
                for number in 0..<20 {
                    let post = try post(number)
                    tasks.addTask {
                        let receipt = try? await writer.write(.post) { transaction, appender in
                            if number == 7 {
                                // A table key that is too long for LMDB makes the transaction fail, not the message.
                                try appender.tables.peers.put(
                                    [UInt8](repeating: 0, count: 600), .empty, in: &transaction)
                            }
                            return try appender.post(post, in: &transaction)
                        }
                        return receipt != nil
                    }
                }
                while writer.queuedCount < 20 { await Task.yield() }
                gate.signal()
                return try await tasks.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(stored == 19)
        }
    }

    @Test func `the callers have their answers before waiters are woken`() async throws {
        let folder = try TemporaryFolder()
        let database = try OpenDatabase(in: folder)
        let commits = CommitSignal(high: .zero)
        let writer = Writer(
            database, commits: commits, origin: SigningKey().publicKey, time: SystemTime(),
            buildDate: .testBuildDate)
        async let wait: Void = commits.next(after: .zero, on: .log)
        while commits.waiterCount == 0 { await Task.yield() }
        let post = try post(1)
        let (high, waiterCount) = await withCheckedContinuation { caller in
            let job = Writer.Job(kind: .post) { transaction, appender in
                _ = try appender.post(post, in: &transaction)
                return { caller.resume(returning: (commits.high, commits.waiterCount)) }
            } fail: { _ in
                caller.resume(returning: (.zero, 0))
            }
            writer.submit(job)
        }
        #expect(high.rawValue == 1)
        #expect(waiterCount == 1)
        await wait
        await writer.close()
    }

    @Test func `the writer completes queued jobs before it closes, and refuses later ones`() async throws {
        let folder = try TemporaryFolder()
        let database = try OpenDatabase(in: folder)
        let writer = Writer(
            database, commits: CommitSignal(high: .zero), origin: SigningKey().publicKey, time: SystemTime(),
            buildDate: .testBuildDate)
        let gate = DispatchSemaphore(value: 0)
        database.queue.async { gate.wait() }
        let ids = try await withThrowingTaskGroup(of: LogID.self) { tasks in
            for number in 1...20 {
                let post = try post(number)
                tasks.addTask {
                    try await writer.write(number % 2 == 0 ? .post : .alone) { transaction, appender in
                        try appender.post(post, in: &transaction).id
                    }
                }
            }
            while writer.queuedCount < 20 { await Task.yield() }
            async let closing: Void = writer.close()
            while !writer.isClosed { await Task.yield() }
            gate.signal()
            await closing
            return try await tasks.reduce(into: Set<UInt64>()) { $0.insert($1.rawValue) }
        }
        #expect(ids == Set(1...20))
        let error = await #expect(throws: StoreError.self) {
            try await writer.write(.post) { _, _ in 1 }
        }
        #expect(error?.code == .closed)
    }

    @Test func `the writer refuses a job while 10,000 are queued, and completes the queued ones`() async throws {
        try await withWriter { writer, database in
            let gate = DispatchSemaphore(value: 0)
            database.queue.async { gate.wait() }
            await withTaskGroup { tasks in
                for _ in 0...10_000 {
                    tasks.addTask { () -> FailureCode? in
                        do {
                            try await writer.write(.post) { _, _ in }
                            return nil
                        } catch {
                            return (error as? StoreError)?.code
                        }
                    }
                }
                // The queue is blocked, so only the refused job can end.
                let first = await tasks.next()
                #expect(first == .busy)
                gate.signal()
                let rest = await tasks.reduce(into: [FailureCode?]()) { $0.append($1) }
                #expect(rest == Array(repeating: nil, count: 10_000))
            }
        }
    }
}
