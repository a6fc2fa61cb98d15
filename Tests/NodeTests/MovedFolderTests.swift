import ChatModel
import ChatStore
import Foundation
import Logging
import TestSupport
import Testing

@testable import tidings

/// Nodes whose data folder is moved or removed while they run, and nodes that are started at the old path meanwhile.
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

    @Test func `a node whose folder was removed writes its copy into no folder of another node`()
        async throws
    {
        let parent = try TemporaryFolder()
        let (original, other, moved) = (parent.path + "/data", parent.path + "/other", parent.path + "/moved")
        let first = try await Program(serving: original)
        try await post("hello", at: first)
        let second = try await Program(serving: other)
        _ = try await second.address()
        let namesOfSecond = try names(other)
        try files.moveItem(atPath: original, toPath: moved)
        try files.moveItem(atPath: other, toPath: original)
        try files.removeItem(atPath: moved)
        let line = await first.logLine { $0.contains("data-rescued.mdb could not be written") }
        #expect(line?.contains("Another process uses the folder \(original)") == true, "\(line ?? "")")
        #expect(try names(original) == namesOfSecond)
        await second.terminate()
        let namesOfStopped = try names(original)
        await first.terminate()
        #expect(await first.errors.contains("it belongs to another node"))
        #expect(try names(original) == namesOfStopped)
    }

    @Test func `a command to a node whose folder was moved or removed says what to do`() async throws {
        let parent = try TemporaryFolder()
        let original = parent.path + "/data"
        let missing = try await Program(["--data", original], command: "members")
        #expect(await missing.exitStatus == 1)
        let sentence =
            "There is no folder \(original). Name the folder of the node with --data: its new place if it was moved."
        #expect(await missing.errors.contains(sentence))
        let node = try await Program(serving: original)
        try await post("hello", at: node)
        try files.removeItem(atPath: original)
        #expect(await node.logLine { $0.contains("\(original)/data-rescued.mdb. Stop the node") } != nil)
        let command = try await Program(["--data", original], command: "members")
        #expect(await command.exitStatus == 1)
        let errors = await command.errors
        #expect(errors.contains("was removed or replaced while the node was running"), "\(errors)")
        #expect(errors.contains("\(original)/data-rescued.mdb. Stop the node, rename that file"), "\(errors)")
        await node.terminate()
    }
}
