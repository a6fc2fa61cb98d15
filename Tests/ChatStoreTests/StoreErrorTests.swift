import ChatModel
import Foundation
import TestSupport
import Testing

@testable import ChatStore
@testable import LMDB

struct StoreErrorTests {
    @Test(
        arguments: [
            (.mapFull, .storeFull), (.diskFull, .diskFull), (.readersFull, .busy), (.fileGone, .fileGone(copy: nil)),
            (.panic, .unavailable(reason: "")), (.accessDenied, .accessDenied(reason: "")),
            (.readOnlyDisk, .accessDenied(reason: "")), (.outOfMemory, .outOfMemory(reason: "")),
            (.corrupted, .unsound(reason: "")), (.malformed, .damaged(reason: "")),
        ] as [(LMDBError.Code, StoreError)])
    func `an LMDB error becomes a store error with LMDB's description as its reason`(
        code: LMDBError.Code, expected: StoreError
    ) {
        let cause = LMDBError(code, .open, "data/lock.mdb")
        let reason = "\(cause)"
        let withReason: StoreError =
            switch expected {
            case .accessDenied: .accessDenied(reason: reason)
            case .outOfMemory: .outOfMemory(reason: reason)
            case .damaged: .damaged(reason: reason)
            case .unsound: .unsound(reason: reason)
            case .unavailable: .unavailable(reason: reason)
            default: expected
            }
        #expect(StoreError(cause as any Error) == withReason)
    }

    private func failure(_ folder: String) -> StoreError? {
        do throws(StoreError) {
            _ = try ChatStore(StoreOptions(folder: folder))
            return nil
        } catch {
            return error
        }
    }

    @Test func `a path that cannot be a folder is refused with the system's reason`() throws {
        let folder = try TemporaryFolder()
        let file = folder.path + "/file"
        try Data().write(to: URL(filePath: file))
        let long = folder.path + "/" + String(repeating: "x", count: 300)
        let reasons = [
            file: "Not a directory", file + "/x/y": "Not a directory", "": "No such file or directory",
            long: "File name too long",
        ]
        for (path, reason) in reasons {
            #expect(failure(path) == .folderNotOpened(path, reason: reason))
        }
    }

    @Test func `a key file that is a folder is refused with the system's reason`() throws {
        let folder = try TemporaryFolder()
        let file = folder.path + "/node.key"
        try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: false)
        #expect(failure(folder.path) == .nodeKeyNotRead(file: file, reason: "Is a directory"))
    }

    @Test(.enabled(if: TemporaryDisk.isAllowed, "Mounting a small disk takes root."))
    func `a key that does not fit on the disk is refused with the system's reason`() throws {
        let disk = try TemporaryDisk(bytes: 1 << 20)
        try disk.fill(leaving: 0)
        #expect(
            failure(disk.path) == .nodeKeyNotWritten(file: disk.path + "/node.key", reason: "No space left on device"))
    }
}
