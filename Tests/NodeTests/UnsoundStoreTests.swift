import ChatModel
import ChatStore
import ChatXML
import Foundation
import LMDB
import TestSupport
import Testing

@testable import tidings

/// Nodes whose stores are unsound: nothing more is written, and the next start checks before it opens the store.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct UnsoundStoreTests {
    private func files(_ folder: borrowing TemporaryFolder) throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: folder.path))
            .intersection(["starting", "running", "unsound"])
    }

    /// Removes the kind of the LMDB page with the record of a message, as a lost write does.
    private func breakPage(of message: Message, in folder: String) throws {
        var file = try StoreFile(folder)
        let offsets = file.offsets(of: message.digest.bytes + message.signature.bytes)
        try #require(!offsets.isEmpty)
        for offset in offsets { file.bytes[offset / StoreFile.pageBytes * StoreFile.pageBytes + 10] = 0 }
        try file.save()
    }

    /// Returns the first message of a node's log after an id.
    private func message(after id: Int, of visitor: Visitor) async throws -> Message {
        let answer = try await visitor.get("messages.php?view=log&past=\(id)&limit=1")
        let page = try LogPageReader.read(Array(answer.body.utf8))
        guard case .message(_, let message)? = page.entries.first else { throw NoMessage() }
        return message
    }

    private struct NoMessage: Error {}

    /// A read meets a page in the middle of the log, which no post needs; a post meets the last page.
    @Test(arguments: [false, true])
    func `a node that meets a damaged LMDB page stores nothing more, and does not start again`(isWrite: Bool)
        async throws
    {
        let folder = try TemporaryFolder()
        try await fill(folder.path, count: 400)
        let program = try await Program(serving: folder.path)
        try await Visitor.visit(try await program.address()) { visitor in
            #expect(try await visitor.post("before").status == 200)
            // "before" is the message 401.
            try breakPage(of: try await message(after: isWrite ? 400 : 0, of: visitor), in: folder.path)
            if !isWrite { #expect(try await visitor.get("messages.php?view=log&past=0&limit=9").status == 500) }
            for _ in 1...2 {
                let answer = try await visitor.post("after")
                #expect(answer.status == 500)
                #expect(answer.body.contains("store-damaged"), "\(answer.body)")
            }
        }
        let line = await program.logLine { $0.contains("The node cannot store messages. The store is damaged") }
        #expect(line?.contains("tidings check --data") == true)
        await program.terminate()
        #expect(try files(folder) == ["unsound"])
        for _ in 1...2 {
            let next = try await Program(serving: folder.path)
            #expect(await next.exitStatus == 1)
            let errors = await next.errors
            // The check reports the damage, or the signal with which it ends the check does.
            #expect(errors.contains("The store was found to be damaged before."), "\(errors)")
            #expect(errors.contains("Error: "), "\(errors)")
            #expect(errors.contains("The store in \(folder.path) is damaged: "), "\(errors)")
            #expect(errors.contains("Put a backup in the place of data.mdb"), "\(errors)")
        }
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
}
