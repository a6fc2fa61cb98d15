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
        let start = Duration.seconds(1000)
        let gone = StoreError.fileGone
        let told = [
            failures.succeeded(), failures.failed(.diskFull, at: start),
            failures.failed(.diskFull, at: start + .seconds(3600)),
            failures.failed(gone, at: start), failures.succeeded(), failures.succeeded(),
            failures.failed(.diskFull, at: start + .seconds(59)), failures.succeeded(),
            failures.failed(.diskFull, at: start + .seconds(60)),
        ]
        #expect(told == [false, true, false, true, true, false, false, false, true])
    }

    @Test(arguments: [.postKeyReused, .busy, .closed] as [StoreError])
    func `an error of a single message is not reported as a write failure`(error: StoreError) {
        var failures = WriteFailures()
        let tells = failures.failed(error, at: .zero)
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
            #expect(error == .fileGone)
        }
        #expect(try store.wholeLog().texts == ["before"])
        #expect(told.withLock { $0 } == [.fileGone])
        await store.close()
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
