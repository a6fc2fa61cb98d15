import ChatModel
import ChatStore
import Foundation
import TestSupport
import Testing

struct FullTests {
    private let text = String(repeating: "x", count: 8000)

    /// Posts messages until one is refused. Returns the number of stored messages and the error.
    private func fill(_ store: ChatStore) async throws -> (stored: Int, error: StoreError?) {
        for count in 0..<10_000 {
            do {
                try await store.post(text)
            } catch {
                return (count, error as? StoreError)
            }
        }
        return (10_000, nil)
    }

    @Test func `a full map refuses posts and pages, and reads continue`() async throws {
        try await withStore(mapSizeBytes: 1 << 20) { store in
            let (stored, error) = try await fill(store)
            #expect(error?.code == .storeFull)
            #expect(stored > 10)
            #expect(try store.wholeLog().entries.count == stored)
            let message = try VerifiedMessage(Fields(text: text), at: .zero, signing: SigningKey())
            let peer = try #require(PeerID("peer"))
            let position = LogPosition(id: LogID.zero.advanced(by: 1), mark: .zero)
            await #expect(throws: StoreError.self) {
                try await store.apply(JudgedPage(verdicts: [.good(message)], settling: .to(position)), from: peer)
            }
            #expect(try store.storedPeer(peer).cursors == .start)
        }
    }

    @Test(.enabled(if: TemporaryDisk.isAllowed, "Mounting a small disk takes root."))
    func `a full disk refuses posts, and writing continues without a restart when there is space`() async throws {
        let disk = try TemporaryDisk(bytes: 4 << 20)
        let store = try ChatStore(StoreOptions(folder: disk.path + "/data"))
        try await store.post("before")
        try disk.fill(leaving: 256 << 10)
        let (stored, error) = try await fill(store)
        #expect(error?.code == .diskFull, "\(String(describing: error))")
        #expect(try store.wholeLog().entries.count == stored + 1)
        try FileManager.default.removeItem(atPath: disk.path + "/filler")
        try await store.post("after")
        #expect(try store.wholeLog().texts.last == "after")
        try expectSound(store)
        await store.close()
    }

    @Test func `a message that does not fit fails alone, and the others of its batch are stored`() async throws {
        try await withStore(mapSizeBytes: 1 << 20) { store in
            let results = await withTaskGroup { tasks in
                for number in 0..<400 {
                    tasks.addTask { () -> Bool in
                        let text = number % 2 == 0 ? String(repeating: "x", count: 16_000) : "short \(number)"
                        return (try? await store.post(text)) != nil
                    }
                }
                return await tasks.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            let count = try store.messageCount()
            #expect(count == results)
            #expect(results < 400)
            #expect(results > 20)
        }
    }
}
