import ChatModel
import LMDB
import Synchronization
import TestSupport
import Testing

@testable import ChatStore

struct ContactTests {
    private let ben = PeerID("http://ben:8080")!
    private let eva = PeerID("http://eva:8080")!

    /// A contact with all values.
    private func contact(_ name: String = "ben") -> Contact {
        var contact = Contact(node: SigningKey().publicKey, name: name)
        contact.confirmed = .zero
        contact.isProven = true
        (contact.lastRequest, contact.lastPage, contact.lastInSync) = (
            UnixTime(milliseconds: 1), UnixTime(milliseconds: 2), UnixTime(milliseconds: .max)
        )
        return contact
    }

    @Test func `contacts are known after the store is opened again`() async throws {
        let folder = try TemporaryFolder()
        let longest = String(repeating: "\u{10FFFD}", count: Limits.shortFieldScalars)
        let contacts = [ben: contact(longest), eva: Contact(node: SigningKey().publicKey, name: "")]
        let store = try ChatStore(StoreOptions(folder: folder.path))
        #expect(try store.contact(with: ben) == nil)
        try await store.remember(contacts)
        await store.close()
        let again = try ChatStore(StoreOptions(folder: folder.path))
        for (peer, contact) in contacts { #expect(try again.contact(with: peer) == contact) }
        try expectSound(again)
        await again.close()
    }

    @Test func `remembering contacts forgets all others`() async throws {
        try await withStore { store in
            try await store.remember([ben: contact(), eva: contact()])
            let present = contact("eva")
            try await store.remember([eva: present])
            #expect(try store.contact(with: ben) == nil)
            #expect(try store.contact(with: eva) == present)
        }
    }

    @Test func `the confirmed id of a contact is one that the store has given`() async throws {
        try await withStore { store in
            var contact = contact()
            contact.confirmed = try await store.post("one")
            try await store.remember([ben: contact])
            #expect(try store.contact(with: ben)?.confirmed == contact.confirmed)
        }
    }

    @Test(arguments: [0, 64, 65])
    func `a damaged contact is unknown, and is replaced by the next write`(byteCount: Int) async throws {
        let folder = try TemporaryFolder()
        try await ChatStore(StoreOptions(folder: folder.path)).close()
        try putRaw([UInt8](repeating: 0xff, count: byteCount), of: ben, in: folder.path)
        let store = try ChatStore(StoreOptions(folder: folder.path))
        #expect((try? store.contact(with: ben)) == .none)
        let present = contact()
        try await store.remember([ben: present])
        #expect(try store.contact(with: ben) == present)
        try expectSound(store)
        await store.close()
    }

    private func putRaw(_ bytes: [UInt8], of peer: PeerID, in path: String) throws {
        let folder = try StoreFolder(path: path)
        let (database, _) = try ChatStore.open(folder, StoreOptions(folder: path))
        try database.write { transaction, _ in
            let table = try Table<[UInt8], [UInt8]>("contacts", in: transaction)
            try table.put(peer.bytes, bytes, in: &transaction)
        }
        database.close()
        folder.unlock()
    }

    @Test func `contacts that cannot be stored are no failure of the node to store messages`() async throws {
        let folder = try TemporaryFolder()
        let told = Mutex<[StoreError?]>([])
        var options = StoreOptions(folder: folder.path, mapSizeBytes: 1 << 20)
        options.onWriteFailure = { error in told.withLock { $0.append(error) } }
        let store = try ChatStore(options)
        try await store.remember([ben: contact()])
        let many = Dictionary(
            uniqueKeysWithValues: (0..<8_000).map { (PeerID("http://\($0):8080")!, contact()) })
        await #expect(throws: StoreError.storeFull) { try await store.remember(many) }
        #expect(told.withLock { $0.isEmpty })
        #expect(try store.figures().failure == nil)
        #expect(try store.contact(with: ben) != nil)
        try await store.post("fits")
        await store.close()
    }

    @Test func `contacts are not written to an unsound store, and its status names the failure`() async throws {
        let folder = try TemporaryFolder()
        let store = try ChatStore(StoreOptions(folder: folder.path))
        store.database.refuseWrites(.unsound(reason: "A page."))
        await #expect(throws: StoreError.unsound(reason: "A page.")) { try await store.remember([ben: contact()]) }
        #expect(try store.figures().failure?.code == .storeDamaged)
        await store.close()
    }
}
