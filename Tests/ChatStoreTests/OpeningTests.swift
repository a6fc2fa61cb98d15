import ChatModel
import ChatStore
import Foundation
import LMDB
import TestSupport
import Testing

struct OpeningTests {
    private func open(_ folder: String, newKey: Bool = false) throws -> ChatStore {
        try ChatStore(StoreOptions(folder: folder, mapSizeBytes: 16 << 20, newKey: newKey))
    }

    /// Opens a store, runs `body` and closes it.
    private func inStore<Result>(
        _ folder: String, _ body: (ChatStore) async throws -> Result
    ) async throws -> Result {
        let store = try open(folder)
        let result = try await body(store)
        await store.close()
        return result
    }

    private func post(_ text: String, in folder: String) async throws -> LogID {
        try await inStore(folder) { try await $0.post(text) }
    }

    private func failure(_ folder: String) -> StoreError? {
        do {
            _ = try open(folder)
            return nil
        } catch {
            return error as? StoreError
        }
    }

    @Test
    func `a new store creates its folder and a key file of mode 0600, and has the same key when it is opened again`()
        async throws
    {
        let folder = try TemporaryFolder()
        let path = folder.path + "/new/folder"
        let key = try await inStore(path) { $0.key.publicKey }
        let mode = try FileManager.default.attributesOfItem(atPath: path + "/node.key")[.posixPermissions] as? NSNumber
        #expect(mode?.intValue == 0o600)
        #expect(try await inStore(path) { $0.key.publicKey } == key)
    }

    @Test func `a folder cannot be opened twice at the same time`() async throws {
        let folder = try TemporaryFolder()
        let store = try open(folder.path)
        let error = try #require(failure(folder.path))
        #expect(error == .folderInUse(folder.path))
        await store.close()
    }

    @Test func `a store without its key file is refused, or gets a new key if the options say so`() async throws {
        let folder = try TemporaryFolder()
        let old = try await inStore(folder.path) { store in
            try await store.post("by the old key")
            return store.key.publicKey
        }
        try FileManager.default.removeItem(atPath: folder.path + "/node.key")
        let error = try #require(failure(folder.path))
        #expect(error == .nodeKeyMissing(file: folder.path + "/node.key"))
        let store = try open(folder.path, newKey: true)
        #expect(store.key.publicKey != old)
        #expect(try store.wholeLog().messages.map(\.origin) == [old])
        try expectSound(store)
    }

    @Test(arguments: ["", "rubbish", "AAAA"])
    func `a key file without a private key is refused`(contents: String) throws {
        let folder = try TemporaryFolder()
        try Data(contents.utf8).write(to: URL(filePath: folder.path + "/node.key"))
        #expect(failure(folder.path)?.code == .nodeKeyUnreadable)
    }

    @Test func `a store with another schema is refused`() async throws {
        let folder = try TemporaryFolder()
        try await open(folder.path).close()
        for schema in [12, 18] as [UInt64] {
            try setSchema(schema, in: folder.path)
            let error = try #require(failure(folder.path))
            #expect(error == .schemaUnknown(folder: folder.path, schema: schema, supported: 17))
        }
    }

    /// Makes a closed store one of schema 13, 14 or 15, with the tables and the setting of the group that this schema had.
    private func makeSchema(_ schema: UInt64, _ folder: String) throws {
        try setSchema(schema, in: folder)
        let environment = try Environment(folder: folder)
        try environment.write { transaction in
            if schema == 13 { try Table<[UInt8], [UInt8]>.remove("exceptions", in: &transaction) }
            for table in ["peers", schema == 13 ? "gaps" : "exceptions", "quarantine"] {
                let table = try Table<[UInt8], [UInt8]>(table, in: transaction)
                // No key or record of the present schema has one byte.
                try table.put([1], [2], in: &transaction)
            }
            let meta = try Table<[UInt8], UInt64>(Environment.mainTable, in: transaction)
            try meta.delete(Array("rules".utf8), in: &transaction)
        }
        try NodeFolder(folder).makeGroupFormer()
    }

    @Test(arguments: [13, 14, 15] as [UInt64])
    func `a store of an earlier schema keeps all but how far its peers' logs were read`(schema: UInt64) async throws {
        let folder = try TemporaryFolder()
        let (paired, process) = (SigningKey().publicKey, Instance.random())
        var store = try ChatStore(StoreOptions(folder: folder.path))
        let key = store.key.publicKey
        for text in ["one", "two"] { try await store.post(text, key: "key of \(text)") }
        let peer = try #require(PeerID("http://peer:80"))
        var contact = Contact(node: paired, name: "ben")
        contact.confirmed = Sample.id(2)
        try await store.remember([peer: contact])
        let secrets = [InvitationSecret.random(), .random()]
        for secret in secrets {
            _ = try await store.invite(secret.hash, for: .seconds(3600), uses: 1, process: process)
        }
        _ = try await store.redeem(
            secrets[0].hash, in: GroupID(founder: key), by: paired, named: "ben",
            at: [HostPort(host: "10.0.0.7", port: 7411)], as: FieldValue("anna"), process: process)
        let pairedPeers = try store.pairedPeers()
        #expect(pairedPeers.count == 1)
        let log = try store.wholeLog()
        _ = try await store.apply(JudgedPage(settling: .to(try Sample.position(7))), from: peer)
        await store.close()

        try makeSchema(schema, folder.path)
        for _ in 1...2 {
            store = try ChatStore(StoreOptions(folder: folder.path))
            #expect(store.key.publicKey == key)
            #expect(try store.group() == .none)
            #expect(try store.isOfFormerGroup())
            #expect(try store.wholeLog().entries.map(\.position) == log.entries.map(\.position))
            #expect(try store.wholeLog().texts == ["one", "two"])
            #expect(try store.contact(with: peer) == contact)
            #expect(try store.pairedPeers() == pairedPeers)
            #expect(try store.openInvitations(process: process) == 1)
            #expect(try store.storedPeer(peer).cursors == .start)
            // The post key is that of the stored message.
            #expect(try await store.post("one", key: "key of one") == Sample.id(1))
            try expectSound(store)
            await store.close()
        }
        #expect(try CheckReport(checking: folder.path).isSound)
        try await inStore(folder.path) { store in
            try await store.enterGroup()
            #expect(try !store.isOfFormerGroup())
            #expect(try store.wholeLog().texts == ["one", "two"])
        }
    }

    @Test func `a store of schema 5, which had a table for the number of the schema, is refused and not changed`()
        async throws
    {
        let folder = try TemporaryFolder()
        try await open(folder.path).close()
        try FileManager.default.removeItem(atPath: folder.path + "/data.mdb")
        try setSchema(5, in: folder.path, table: "meta")
        let expected = StoreError.schemaUnknown(folder: folder.path, schema: 5, supported: 17)
        #expect(failure(folder.path) == expected)
        #expect(throws: expected) { try CheckReport(checking: folder.path) }
        #expect(try Environment(folder: folder.path).info.lastTransaction == 1)
    }

    @Test func `a store that has lost the number of its schema is refused and not changed`() async throws {
        let folder = try TemporaryFolder()
        try await open(folder.path).close()
        try removeSchema(in: folder.path)
        let before = try Environment(folder: folder.path).info.lastTransaction
        #expect(failure(folder.path) == .unsound(reason: "The number of the schema is missing."))
        #expect(try Environment(folder: folder.path).info.lastTransaction == before)
    }

    @Test(arguments: [0, 12, 14, 16, 18] as [UInt64])
    func `a check refuses a store with an unknown schema`(schema: UInt64) async throws {
        let folder = try TemporaryFolder()
        try await open(folder.path).close()
        try setSchema(schema, in: folder.path)
        let error = #expect(throws: StoreError.self) { _ = try CheckReport(checking: folder.path) }
        #expect(error == .schemaUnknown(folder: folder.path, schema: schema, supported: 17))
    }

    @Test func `a check that is cancelled reads no further entry`() async throws {
        let folder = try TemporaryFolder()
        for text in ["x", "y", "z"] { _ = try await post(text, in: folder.path) }
        var entries = 0
        let report = try CheckReport(checking: folder.path) {
            entries += 1
            return entries > 2
        }
        #expect(report.messages < 3)
        // Each further table is asked once.
        #expect(entries < 30)
    }

    private func setSchema(
        _ version: UInt64, in folder: String, table: String = Environment.mainTable
    ) throws {
        let environment = try Environment(folder: folder)
        try environment.write { transaction in
            let meta = try Table<[UInt8], UInt64>(table, in: transaction)
            try meta.put(Array("schema".utf8), version, in: &transaction)
        }
    }

    private func removeSchema(in folder: String) throws {
        try Environment(folder: folder).write { transaction in
            let meta = try Table<[UInt8], UInt64>(Environment.mainTable, in: transaction)
            let isRemoved = try meta.delete(Array("schema".utf8), in: &transaction)
            #expect(isRemoved)
        }
    }

    @Test func `a store file that was cut short is refused`() async throws {
        let folder = try TemporaryFolder()
        try await inStore(folder.path) { store in
            for _ in 0..<50 { try await store.post(String(repeating: "x", count: 4000)) }
        }
        let file = try FileHandle(forUpdating: URL(filePath: folder.path + "/data.mdb"))
        try file.truncate(atOffset: 20_480)
        try file.close()
        let error = try #require(failure(folder.path))
        guard case .truncated(folder.path + "/data.mdb", 20_480, let expectedBytes) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(expectedBytes > 50 * 4000)
    }

    @Test func `a path of a file is refused as a folder`() throws {
        let folder = try TemporaryFolder()
        try Data().write(to: URL(filePath: folder.path + "/file"))
        let error = try #require(failure(folder.path + "/file"))
        #expect(error == .folderNotOpened(folder.path + "/file", reason: "Not a directory"))
    }

    @Test func `a key file of another node is refused, and a new key makes the store that of a new node`() async throws
    {
        let folder = try TemporaryFolder()
        let other = try TemporaryFolder()
        let first = try open(folder.path)
        let node = first.key.publicKey
        try await first.post("a")
        await first.close()
        await (try open(other.path)).close()
        let (key, foreignKey) = (folder.path + "/node.key", other.path + "/node.key")
        try FileManager.default.moveItem(atPath: key, toPath: key + ".kept")
        try FileManager.default.copyItem(atPath: foreignKey, toPath: key)
        let error = #expect(throws: StoreError.self) { try open(folder.path) }
        #expect(error == .nodeKeyDiffers(file: key, store: node, copy: nil))
        #expect(error?.code == .nodeKeyDiffers)

        try FileManager.default.removeItem(atPath: key)
        let second = try open(folder.path, newKey: true)
        #expect(second.key.publicKey != node)
        #expect(try second.wholeLog().texts == ["a"])
        await second.close()
        await (try open(folder.path)).close()

        try FileManager.default.removeItem(atPath: key)
        try FileManager.default.moveItem(atPath: key + ".kept", toPath: key)
        #expect(throws: StoreError.self) { try open(folder.path) }
    }
}
