import AsyncHTTPClient
import ChatClient
import ChatModel
import ChatStore
import Foundation
import LMDB
import Synchronization
import TestSupport
import Testing

@testable import tidings

/// The check of a store beside its running node, after a process of the node died.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct RunningCheckTests {
    private let died =
        "A process of this node ended without a shutdown, and no check of the store has ended since."

    /// Returns a folder with a store of 25 messages whose process died later than a minute after its start.
    private func folderOfDeadNode(count: Int = 25) async throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try await fill(folder.path, count: count)
        try leave("running", in: folder.path)
        return folder
    }

    private func files(_ folder: borrowing TemporaryFolder) throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: folder.path))
            .intersection(["starting", "running", "unchecked", "unsound"])
    }

    @Test func `a node whose process died serves at once, checks its store meanwhile and logs that it is sound`()
        async throws
    {
        let folder = try await folderOfDeadNode()
        let program = try await Program(serving: folder.path)
        _ = try await program.address()
        #expect(try files(folder) == ["starting", "unchecked"])
        #expect(!program.logLines.contains { $0.contains("checked and is sound") })
        let start = await program.logLine { $0.contains("its store is checked meanwhile") }
        #expect(start?.contains("process=4711") == true, "\(start ?? "")")
        #expect(await program.logLine { $0.contains("The store was checked and is sound.") } != nil)
        #expect(try files(folder) == ["starting"])
        await program.terminate()
        #expect(try files(folder) == [])
    }

    @Test func `all threads of the check process beside a node have the lowest priority`() async throws {
        let folder = try await folderOfDeadNode(count: 3_000)
        let program = try await Program(serving: folder.path)
        _ = try await program.address()
        var niceValues: Set<Int> = []
        // The process begins with the priority of the node, and ends after the check.
        try await eventually("the threads of the check process have the nice value 19") {
            if let process = try checkProcess(of: program.identifier) { niceValues = try self.niceValues(of: process) }
            return niceValues == [19] || program.logLines.contains { $0.contains("The store was checked") }
        }
        #expect(niceValues == [19])
        await program.terminate()
    }

    /// Returns the id of the only child process; nil if there is none.
    private func checkProcess(of node: pid_t) throws -> pid_t? {
        try threads(of: node).lazy.compactMap { thread in
            // A thread may end meanwhile.
            let children = try? String(contentsOfFile: "\(thread)/children", encoding: .utf8)
            return children?.split(separator: " ").first.flatMap { pid_t($0) }
        }.first
    }

    /// Returns the nice values of a process's threads: the field 19 of `/proc/PID/task/TID/stat` (proc_pid_stat(5)).
    private func niceValues(of process: pid_t) throws -> Set<Int> {
        Set(
            try threads(of: process).compactMap { thread in
                let stat = try? String(contentsOfFile: "\(thread)/stat", encoding: .utf8)
                // Field 2, the name in parentheses, can have spaces.
                return stat?.split(separator: ")").last?.split(separator: " ").dropFirst(16).first.flatMap { Int($0) }
            })
    }

    /// Returns the folders of a process's threads; none if the process has ended.
    private func threads(of process: pid_t) throws -> [String] {
        let folder = "/proc/\(process)/task"
        return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).map { "\(folder)/\($0)" }
    }

    @Test func `a node that stops before the check has ended checks again at the next start`() async throws {
        let folder = try await folderOfDeadNode()
        for _ in 1...2 {
            let program = try await Program(serving: folder.path)
            _ = try await program.address()
            await program.terminate()
            #expect(!program.logLines.contains { $0.contains("could not be checked") }, "\(program.logLines)")
            #expect(try files(folder) == ["unchecked"])
        }
        let program = try await Program(serving: folder.path)
        #expect(await program.logLine { $0.contains("The store was checked and is sound.") } != nil)
        await program.terminate()
        #expect(try files(folder) == [])
    }

    @Test func `a node logs a damaged message that the check beside it finds, and takes posts`() async throws {
        let folder = try await folderOfDeadNode()
        try damageMessage(7, in: folder.path)
        let program = try await Program(serving: folder.path)
        let client = ChatClient(try await program.address(), http: .shared)
        let warning = await program.logLine {
            $0.contains("warning") && $0.contains("damaged messages, which the node skips: 1. Their ids: 7.")
        }
        #expect(warning?.contains(died) == true, "\(warning ?? "")")
        #expect(try await client.add(user: "jack", message: "hello", key: "k") != nil)
        await program.terminate()
        #expect(try files(folder) == [])
    }

    @Test(arguments: [true, false])
    func `a node whose store is found unsound serves messages, refuses posts, and does not start again`(
        kills: Bool
    ) async throws {
        let folder = try await folderOfDeadNode()
        if kills {
            var file = try StoreFile(folder.path)
            file.stretchEntries(with: Array("message 7 of".utf8))
            try file.save()
        } else {
            try setNextID(7, in: folder.path)
        }
        let words = kills ? "killed the check process (signal " : "The next id 7 is not above the last id, 25"
        let program = try await Program(serving: folder.path)
        try await Visitor.visit(try await program.address()) { visitor in
            let error = await program.logLine { $0.contains("error") && $0.contains(words) }
            #expect(error?.contains("Put a backup in the place of data.mdb") == true, "\(error ?? "")")
            let answer = try await visitor.post("after")
            #expect(answer.status == 500)
            #expect(answer.body.contains("store-damaged"), "\(answer.body)")
            #expect(try await visitor.get("messages.php?last=1").messageCount == 1)
        }
        await program.terminate()
        #expect(try files(folder) == ["unsound"])
        let next = try await Program(serving: folder.path)
        #expect(await next.exitStatus == 1)
        let errors = await next.errors
        #expect(errors.contains("Error: The store was found to be damaged before. The store in "), "\(errors)")
        #expect(errors.contains(words), "\(errors)")
    }

    @Test func `a node starts again when a sound store has replaced an unsound one`() async throws {
        let folder = try TemporaryFolder()
        try await fill(folder.path, count: 3)
        try leave("unsound", in: folder.path)
        for path in ["", "/data.mdb"] {
            if !path.isEmpty { try FileManager.default.removeItem(atPath: folder.path + path) }
            let program = try await Program(serving: folder.path)
            _ = try await program.address()
            await program.terminate()
            #expect(try files(folder) == [])
            try leave("unsound", in: folder.path)
        }
    }

    @Test func `a node on a damaged store serves, or dies and says at the next start why it does not start`()
        async throws
    {
        let folder = try TemporaryFolder()
        let original = folder.path + "/original"
        let pages = try await fill(original, count: 400)
        var served = 0
        for seed: UInt64 in 201...212 {
            let copy = "\(folder.path)/\(seed)"
            try damagedCopy(of: original, at: copy, seed: seed, pages: pages)
            try leave("running", in: copy)
            for start in 1...2 {
                let program = try await Program(serving: copy)
                if await program.logLine(where: { $0.contains("Server started") }) != nil {
                    served += 1
                    program.send(SIGKILL)
                    _ = await program.exitStatus
                    break
                }
                let status = await program.exitStatus
                let errors = await program.errors
                if status == 1 {
                    #expect(errors.contains("Put a backup in the place of data.mdb"), "seed \(seed): \(errors)")
                    break
                }
                #expect(start == 1, "seed \(seed): \(errors)")
            }
            try FileManager.default.removeItem(atPath: copy)
        }
        #expect((1..<12).contains(served), "\(served)")
    }

    @Test func `LMDB pages are used again after a check process was killed during a read`() async throws {
        let folder = try TemporaryFolder()
        try await fill(folder.path, count: 25)
        var file = try StoreFile(folder.path)
        file.stretchEntries(with: Array("message 7 of".utf8))
        try file.save()
        let environment = try Environment(folder: folder.path)
        let outcome = await CheckProcess(program: Program.built.path).check(
            folder.path, .running(mapSizeBytes: 1 << 30), time: SystemTime())
        guard case .killed = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(try growth(of: environment, by: 100) > 100)
        try environment.freeDeadReaders()
        #expect(try growth(of: environment, by: 100) < 20)
    }

    /// Returns the number of LMDB pages by which a number of writes makes the file grow.
    private func growth(of environment: Environment, by writes: Int) throws -> Int {
        let before = try environment.info.lastPage
        for number in 0..<writes {
            try environment.write { transaction in
                let table = try Table<[UInt8], UInt64>(Environment.mainTable, in: &transaction)
                try table.put(Array("file-birth".utf8), UInt64(number), in: &transaction)
            }
        }
        return try environment.info.lastPage - before
    }

    @Test func `a check beside a store that is written to finds the damaged message at once and no other problem`()
        async throws
    {
        let folder = try TemporaryFolder()
        try await fill(folder.path, count: 400)
        try damageMessage(7, in: folder.path)
        let store = try ChatStore(StoreOptions(folder: folder.path))
        let writer = Task {
            var count = 0
            while !Task.isCancelled {
                count += 1
                try await store.post("\(count)", room: count % 2 == 0 ? "kitchen" : nil, key: "new \(count)")
            }
            return count
        }
        let (found, source) = AsyncStream<UInt64>.makeStream()
        let outcome = await CheckProcess(program: Program.built.path).check(
            folder.path, .running(mapSizeBytes: 64 << 30), time: SystemTime()
        ) { id in source.yield(id) }
        writer.cancel()
        source.finish()
        #expect(await found.reduce(into: []) { $0.append($1) } == [7])
        #expect(try await writer.value > 0)
        guard case .finished(let report) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(report.problems.map(\.extent) == [.message(7)], "\(report.problems)")
        await store.close()
    }

    @Test func `cancellation ends the check process`() async throws {
        let folder = try TemporaryFolder()
        let script = folder.path + "/standstill"
        let pidFile = folder.path + "/pid"
        try Data("#!/bin/sh\necho $$ > '\(pidFile)'\necho checking\nexec sleep 60\n".utf8).write(
            to: URL(filePath: script))
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: script)
        let check = Task {
            await CheckProcess(program: script).check(folder.path, .running(mapSizeBytes: 1), time: SystemTime())
        }
        var process: Int32 = 0
        try await eventually("The script has written its process id.") {
            let text = (try? String(contentsOfFile: pidFile, encoding: .utf8)) ?? ""
            process = text.last == "\n" ? Int32(text.dropLast()) ?? 0 : 0
            return process != 0
        }
        check.cancel()
        _ = await check.value
        #expect(kill(process, 0) == -1)
    }

    @Test(arguments: [(nil, "running"), (60, "starting")])
    func `a process is young for 60 ticks of a second, or until the node stops`(stop: Int?, file: String) async throws {
        let folder = try TemporaryFolder()
        let storeFolder = try StoreFolder(path: folder.path)
        let store = try ChatStore(StoreOptions(folder: folder.path), in: storeFolder)
        #expect(try files(folder) == ["starting"])
        let ticks = Ticks(stop: stop)
        await FirstMinute(folder: storeFolder, time: ticks).run()
        #expect(ticks.durations == Array(repeating: .seconds(1), count: 60))
        #expect(try files(folder) == [file])
        #expect(storeFolder.diedProcess == ProcessInfo.processInfo.processIdentifier)
        await store.close()
        #expect(try files(folder) == [])
    }
}

/// A clock that sleeps no time and notes each sleep. It throws `CancellationError` from the sleep with the number `stop`.
private final class Ticks: TimeSource {
    private let stop: Int?
    private let noted = Mutex<[Duration]>([])

    init(stop: Int?) { self.stop = stop }

    var durations: [Duration] { noted.withLock { $0 } }
    var wall: UnixTime { .testBuildDate }
    var monotonic: Duration { .zero }

    func sleep(for duration: Duration) async throws {
        let count = noted.withLock { durations in
            durations.append(duration)
            return durations.count
        }
        if count == stop { throw CancellationError() }
    }
}
