import ChatModel
import ChatStore
import Foundation
import Logging
import TestSupport
import Testing

@testable import tidings

/// Nodes whose data folder is moved or removed while they run, and nodes that are started at the old place meanwhile.
@Suite(.serialized, .timeLimit(.minutes(2)))
struct MovedFolderTests {
    private let files = FileManager.default

    /// The names of the files that belong to the store. The socket of a node is not one of them.
    private func names(_ folder: String) throws -> Set<String> {
        Set(try files.contentsOfDirectory(atPath: folder)).subtracting(["admin.sock"])
    }

    private func post(_ text: String, at program: Program) async throws {
        try await Visitor.visit(try await program.address()) { visitor in
            let answer = try await visitor.post(text)
            #expect(answer.status == 200)
        }
    }

    @Test func `a node whose folder was moved works on there, and not in the folder of another node`() async throws {
        let parent = try TemporaryFolder()
        let (old, new) = (parent.path + "/data", parent.path + "/moved")
        let first = try await Program(serving: old)
        try await post("before", at: first)
        try files.moveItem(atPath: old, toPath: new)
        let second = try await Program(serving: old)
        _ = try await second.address()
        let namesOfSecond = try names(old)
        #expect(namesOfSecond.contains("starting"))
        try await post("after", at: first)
        await first.terminate()
        #expect(try names(old) == namesOfSecond)
        #expect(try !names(new).contains("starting"))
        await second.terminate()
        let third = try await Program(serving: new)
        try await Visitor.visit(try await third.address()) { visitor in
            let page = try await visitor.get("messages.php")
            #expect(page.messageCount == 2)
        }
        await third.terminate()
    }

    @Test func `a rescued store is written into the moved folder`() async throws {
        let parent = try TemporaryFolder()
        let (old, new) = (parent.path + "/data", parent.path + "/moved")
        let first = try await Program(serving: old)
        try await post("hello", at: first)
        try files.moveItem(atPath: old, toPath: new)
        let second = try await Program(serving: old)
        _ = try await second.address()
        let namesOfSecond = try names(old)
        try files.removeItem(atPath: new + "/data.mdb")
        #expect(await first.logLine { $0.contains("\(new)/data-rescued.mdb. Stop the node") } != nil)
        await first.terminate()
        #expect(try names(new).contains("data-rescued.mdb"))
        #expect(try names(old) == namesOfSecond)
        await second.terminate()
    }

    @Test func `a node whose folder was removed writes its copy to the old place when no other node runs there`()
        async throws
    {
        let parent = try TemporaryFolder()
        let (place, other, moved) = (parent.path + "/data", parent.path + "/other", parent.path + "/moved")
        let first = try await Program(serving: place)
        try await post("hello", at: first)
        let second = try await Program(serving: other)
        _ = try await second.address()
        let namesOfSecond = try names(other)
        try files.moveItem(atPath: place, toPath: moved)
        try files.moveItem(atPath: other, toPath: place)
        try files.removeItem(atPath: moved)
        let line = await first.logLine { $0.contains("data-rescued.mdb could not be written") }
        #expect(line?.contains("Another process uses the folder \(place)") == true, "\(line ?? "")")
        #expect(try names(place) == namesOfSecond)
        await second.terminate()
        await first.terminate()
        #expect(try names(place).contains("data-rescued.mdb"))
    }

    @Test func `the check beside a node does not check another folder at the old place`() async throws {
        let parent = try TemporaryFolder()
        let (old, new, script) = (parent.path + "/data", parent.path + "/moved", parent.path + "/check.sh")
        let folder = try StoreFolder(path: old)
        let store = try ChatStore(StoreOptions(folder: old), in: folder)
        try leave("unchecked", in: old)
        try files.moveItem(atPath: old, toPath: new)
        try await fill(old, count: 3)
        try Data("#!/bin/sh\ntouch \(parent.path)/checked\n".utf8).write(to: URL(filePath: script))
        try files.setAttributes([.posixPermissions: 0o700], ofItemAtPath: script)
        await RunningCheck(
            process: CheckProcess(program: script), store: store, folder: folder, mapSizeBytes: 1 << 20, died: nil,
            onDamagedMessage: { _ in }, time: SystemTime(),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        ).run()
        #expect(!files.fileExists(atPath: parent.path + "/checked"))
        await store.close()
        #expect(try names(new).contains("unchecked"))
    }
}
