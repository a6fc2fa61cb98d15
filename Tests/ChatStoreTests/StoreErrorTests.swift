import Foundation
import TestSupport
import Testing

@testable import ChatStore
@testable import LMDB

@Suite("Why a store cannot be used")
struct StoreErrorTests {
    @Test(
        "is said with what to do",
        arguments: [
            (.accessDenied, "--data"), (.readOnlyDisk, "--data"), (.outOfMemory, "--map-size"),
            (.fileGone, "put a copy back"),
        ] as [(LMDBError.Code, String)])
    func remedy(code: LMDBError.Code, words: String) {
        let error = StoreError(LMDBError(code, .open, "data/lock.mdb") as any Error)
        #expect(error.sentence.contains(words))
    }

    private func failure(_ folder: String) -> StoreError? {
        do throws(StoreError) {
            _ = try ChatStore(StoreOptions(folder: folder))
            return nil
        } catch {
            return error
        }
    }

    @Test("where no folder can be is said in the system's words")
    func folder() throws {
        let folder = try TemporaryFolder()
        let file = folder.path + "/file"
        try Data().write(to: URL(filePath: file))
        let long = String(repeating: "x", count: 300)
        let reasons = [
            file: "Not a directory", file + "/x/y": "Not a directory", "": "No such file or directory",
            folder.path + "/" + long: "File name too long",
        ]
        for (path, reason) in reasons {
            let error = try #require(failure(path))
            #expect(error.code == .folderUnusable)
            #expect(error.sentence.contains("(\(reason))"), "\(error)")
            #expect(error.sentence.contains("--data"))
        }
    }

    @Test("where the key's file is no file is said in the system's words, with what to do")
    func keyIsFolder() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path + "/node.key", withIntermediateDirectories: false)
        let error = try #require(failure(folder.path))
        #expect(error.code == .keyUnreadable)
        #expect(error.sentence.contains("\(folder.path)/node.key cannot be read (Is a directory)"), "\(error)")
        #expect(error.sentence.contains("put the right one in its place"))
    }

    @Test(
        "where the disk has no room for a key is said with what to do",
        .enabled(if: TemporaryDisk.isAllowed, "Mounting a small disk takes root."))
    func noRoomForKey() throws {
        let disk = try TemporaryDisk(bytes: 1 << 20)
        try disk.fill(leaving: 0)
        let error = try #require(failure(disk.path))
        #expect(error.code == .folderUnusable)
        #expect(
            error.sentence.contains("node.key cannot be written (No space left on device); see that the disk has room"))
    }
}
