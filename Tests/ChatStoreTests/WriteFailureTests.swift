import ChatModel
import Foundation
import LMDB
import Synchronization
import TestSupport
import Testing

@testable import ChatStore

struct WriteFailureTests {
    @Test func `a write failure is reported when it begins and when it ends, at most once a minute`() {
        var failures = WriteFailures()
        let (start, wall) = (Duration.seconds(1000), UnixTime.testBuildDate)
        let gone = StoreError.fileGone(copy: nil)
        let told = [
            failures.succeeded(), failures.failed(.diskFull, at: start, wall),
            failures.failed(.diskFull, at: start + .seconds(3600), wall),
            failures.failed(gone, at: start, wall), failures.succeeded(), failures.succeeded(),
            failures.failed(.diskFull, at: start + .seconds(59), wall), failures.succeeded(),
            failures.failed(.diskFull, at: start + .seconds(60), wall),
        ]
        #expect(told == [false, true, false, true, true, false, false, false, true])
    }

    @Test func `the last failure has the time at which it began, until a write succeeds`() {
        var failures = WriteFailures()
        let wall = UnixTime.testBuildDate
        #expect(failures.last == nil)
        for seconds in 0...2 as ClosedRange<UInt64> {
            _ = failures.failed(.diskFull, at: .seconds(seconds), wall + seconds * 1000)
            #expect(failures.last == StoreStatus.Failure(code: .diskFull, since: wall))
        }
        _ = failures.failed(.storeFull, at: .seconds(3), wall + 3000)
        #expect(failures.last == StoreStatus.Failure(code: .storeFull, since: wall + 3000))
        _ = failures.failed(.busy, at: .seconds(4), wall + 4000)
        #expect(failures.last?.code == .storeFull)
        _ = failures.succeeded()
        #expect(failures.last == nil)
    }

    @Test(arguments: [.postKeyReused, .busy, .closed] as [StoreError])
    func `an error of a single message is not reported as a write failure`(error: StoreError) {
        var failures = WriteFailures()
        let tells = failures.failed(error, at: .zero, .testBuildDate)
        #expect(!tells)
    }

    @Test(arguments: ["file", "folder", "copy"])
    func `a removed or replaced store file is reported once, refuses posts and allows reads`(what: String) async throws
    {
        let folder = try TemporaryFolder()
        let path = folder.path + "/data"
        let told = Mutex<[StoreError?]>([])
        var options = StoreOptions(folder: path)
        options.onWriteFailure = { error in told.withLock { $0.append(error) } }
        let store = try ChatStore(options)
        try await store.post("before", key: "k")
        switch what {
        case "file": try FileManager.default.removeItem(atPath: path + "/data.mdb")
        case "folder": try FileManager.default.removeItem(atPath: path)
        default:
            try FileManager.default.moveItem(atPath: path + "/data.mdb", toPath: path + "/old")
            try FileManager.default.copyItem(atPath: path + "/old", toPath: path + "/data.mdb")
        }
        for _ in 1...3 {
            let error = await #expect(throws: StoreError.self) { try await store.post("after") }
            #expect(error == .fileGone(copy: nil))
        }
        #expect(try store.wholeLog().texts == ["before"])
        #expect(told.withLock { $0 } == [.fileGone(copy: nil)])
        await store.close()
    }

    @Test(arguments: [false, true])
    func `a store whose file was removed or replaced writes one copy, which is the whole store`(
        replaces: Bool
    ) async throws {
        let folder = try TemporaryFolder()
        let told = Mutex<[StoreError?]>([])
        var options = StoreOptions(folder: folder.path)
        options.onWriteFailure = { error in told.withLock { $0.append(error) } }
        let store = try ChatStore(options)
        for number in 1...300 { try await store.post("message \(number)") }
        try await store.rescueIfFileGone()
        let (file, copy) = (folder.path + "/data.mdb", folder.path + "/data-rescued.mdb")
        #expect(!FileManager.default.fileExists(atPath: copy))
        if replaces { try FileManager.default.copyItem(atPath: file, toPath: file + ".backup") }
        try await store.post("the last one")
        try FileManager.default.removeItem(atPath: file)
        if replaces { try FileManager.default.moveItem(atPath: file + ".backup", toPath: file) }

        let changes = store.failureChanges.count
        for _ in 1...2 { try await store.rescueIfFileGone() }
        #expect(store.failureChanges.count == changes + 1)
        #expect(try store.figures().failure?.code == .storeUnavailable)
        #expect(told.withLock { $0 } == [.fileGone(copy: copy)])
        let error = await #expect(throws: StoreError.self) { try await store.post("after") }
        #expect(error == .fileGone(copy: copy))
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names.filter { $0.hasPrefix("data-") } == ["data-rescued.mdb"])
        let log = try store.wholeLog()
        #expect(log.texts.count == 301)
        await store.close()

        if replaces { try FileManager.default.removeItem(atPath: file) }
        try FileManager.default.moveItem(atPath: copy, toPath: file)
        let second = try ChatStore(StoreOptions(folder: folder.path))
        #expect(try second.wholeLog().texts == log.texts)
        #expect(try second.check().isEmpty)
        await second.close()
    }

    @Test func `an unsound store whose file was removed writes one copy`() async throws {
        let folder = try TemporaryFolder()
        let store = try ChatStore(StoreOptions(folder: folder.path))
        try await store.post("hello")
        store.database.refuseWrites(.unsound(reason: "A page."))
        try FileManager.default.removeItem(atPath: folder.path + "/data.mdb")
        for _ in 1...3 { try await store.rescueIfFileGone() }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names.filter { $0.hasPrefix("data-") } == ["data-rescued.mdb"])
        await store.close()
    }

    @Test func `a folder that was removed is created again, with a copy and the node's key`() async throws {
        let parent = try TemporaryFolder()
        let folder = parent.path + "/data"
        let store = try ChatStore(StoreOptions(folder: folder))
        let key = store.key.publicKey
        for number in 1...5 { try await store.post("message \(number)") }
        try FileManager.default.removeItem(atPath: folder)
        try await store.rescueIfFileGone()
        await store.close()
        try FileManager.default.moveItem(atPath: folder + "/data-rescued.mdb", toPath: folder + "/data.mdb")
        let again = try ChatStore(StoreOptions(folder: folder))
        #expect(again.key.publicKey == key)
        #expect(try again.wholeLog().texts.count == 5)
        try await again.post("after")
        try expectSound(again)
        await again.close()
    }

    @Test func `a full map is reported when it begins, and when a message fits again`() async throws {
        let folder = try TemporaryFolder()
        let told = Mutex<[StoreError?]>([])
        var options = StoreOptions(folder: folder.path, mapSizeBytes: 1 << 20)
        options.onWriteFailure = { error in told.withLock { $0.append(error) } }
        let store = try ChatStore(options)
        var stored = 0
        while (try? await store.post(String(repeating: "x", count: 16_000), key: "\(stored)")) != nil { stored += 1 }
        // A repeated post writes nothing, so its success is no proof that writing works.
        try await store.post(String(repeating: "x", count: 16_000), key: "0")
        #expect(told.withLock { $0 } == [.storeFull])
        try await store.post("short")
        #expect(told.withLock { $0 } == [.storeFull, nil])
        await store.close()
    }
}
