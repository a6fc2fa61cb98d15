import ChatStore
import Foundation
import LMDB
import TestSupport

/// Fills a new store with messages in three rooms, with post keys, and closes it.
///
/// - Returns: the number of LMDB pages in use.
@discardableResult
func fill(_ folder: String, count: Int) async throws -> Int {
    let store = try ChatStore(StoreOptions(folder: folder))
    try await withThrowingDiscardingTaskGroup { tasks in
        for number in 1...count {
            tasks.addTask {
                let room = [nil, "kitchen", "garden"][number % 3]
                let text = "message \(number) of \(count) " + String(repeating: "x", count: number % 50 * 20)
                try await store.post(text, room: room, key: "key \(number)")
            }
        }
    }
    await store.close()
    let pages = try Environment(folder: folder, options: .init(readOnly: true)).info.lastPage + 1
    // The unused rest of the file would only take time to copy.
    var file = try StoreFile(folder)
    file.bytes = file.bytes.prefix(pages * StoreFile.pageBytes)
    try file.save()
    return pages
}

/// Copies a store and damages one or two LMDB pages of the copy.
func damagedCopy(of original: String, at copy: String, seed: UInt64, pages: Int) throws {
    try FileManager.default.copyItem(atPath: original, toPath: copy)
    var file = try StoreFile(copy)
    var generator = SeededGenerator(seed: seed)
    file.damage(using: &generator, pages: pages)
    try file.save()
}

/// Changes one bit in the text of a message.
func damageMessage(_ id: UInt64, in folder: String) throws {
    let environment = try Environment(folder: folder, options: .init(readOnly: true))
    let log = try environment.read { try Table<UInt32, [UInt8]>("log", in: $0) }
    let record = try environment.read { try log.get(UInt32(id), in: $0) } ?? []
    var file = try StoreFile(folder)
    for offset in file.offsets(of: record) { file.bytes[offset + record.count - 10] ^= 1 }
    try file.save()
}

/// An LMDB environment without tables.
enum EmptyEnvironment {
    static func make(in folder: String) throws {
        _ = try Environment(folder: folder)
    }
}

/// Creates the file that a killed node leaves behind: `starting` if it died within a minute of its start, else `running`.
func leave(_ file: String, in folder: String, contents: String = "4711\n") throws {
    try Data(contents.utf8).write(to: URL(filePath: "\(folder)/\(file)"))
}

/// Changes the stored next id.
func setNextID(_ id: UInt64, in folder: String) throws { try setNumber("next-id", to: id, in: folder) }

private func setNumber(_ name: String, to number: UInt64, in folder: String) throws {
    let environment = try Environment(folder: folder)
    try environment.write { transaction in
        let meta = try Table<[UInt8], UInt64>(Environment.mainTable, in: transaction)
        try meta.put(Array(name.utf8), number, in: &transaction)
    }
}
