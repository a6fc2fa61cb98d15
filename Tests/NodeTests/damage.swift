import ChatStore
import Foundation
import LMDB
import TestSupport

/// Fills a new store with messages in three rooms, with keys, and closes it.
///
/// - Returns: the pages in use.
@discardableResult
func fill(_ folder: String, count: Int) async throws -> Int {
    let store = try ChatStore(StoreOptions(folder: folder))
    try await withThrowingDiscardingTaskGroup { group in
        for number in 1...count {
            group.addTask {
                let room = [nil, "kitchen", "garden"][number % 3]
                let text = "message \(number) of \(count) " + String(repeating: "x", count: number % 50 * 20)
                try await store.post(text, room: room, key: "key \(number)")
            }
        }
    }
    await store.close()
    let pages = try Environment(folder: folder, options: .init(readOnly: true)).info.lastPage + 1
    // What is kept beyond them only takes time to copy.
    var file = try StoreFile(folder)
    file.bytes = file.bytes.prefix(pages * StoreFile.pageBytes)
    try file.save()
    return pages
}

/// Copies a store and damages a page of the copy, or some.
func damagedCopy(of original: String, at copy: String, seed: UInt64, pages: Int) throws {
    try FileManager.default.copyItem(atPath: original, toPath: copy)
    var file = try StoreFile(copy)
    var generator = SeededGenerator(seed: seed)
    file.damage(using: &generator, pages: pages)
    try file.save()
}

/// Changes a bit in the text of the message with an id.
func damageMessage(_ id: UInt64, in folder: String) throws {
    let environment = try Environment(folder: folder, options: .init(readOnly: true))
    let log = try Table<UInt64, [UInt8]>(existing: "log", of: environment)
    let record = try environment.read { try log.get(id, in: $0) } ?? []
    var file = try StoreFile(folder)
    for place in file.places(of: record) { file.bytes[place + record.count - 10] ^= 1 }
    try file.save()
}

/// What LMDB itself writes into a new folder.
enum EmptyEnvironment {
    static func make(in folder: String) throws {
        _ = try Environment(folder: folder)
    }
}

/// What a node leaves behind that was killed.
func leaveMark(in folder: String) throws {
    try Data("4711\n".utf8).write(to: URL(filePath: folder + "/running"))
}

/// Changes the id that the next message is to get.
func setNextID(_ id: UInt64, in folder: String) throws { try setNumber("next-id", to: id, in: folder) }

/// Makes the store one of an older version; tables that are newer are left to be made anew.
func setSchema(_ version: UInt64, in folder: String) throws { try setNumber("schema", to: version, in: folder) }

private func setNumber(_ name: String, to number: UInt64, in folder: String) throws {
    let environment = try Environment(folder: folder)
    try environment.write { transaction in
        let meta = try Table<[UInt8], UInt64>("meta", in: &transaction)
        try meta.put(Array(name.utf8), number, in: &transaction)
    }
}
