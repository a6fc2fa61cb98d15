internal import ChatModel
internal import Foundation
internal import LMDB
internal import SystemPackage

extension StoreFolder {
    private static let copyName = "data-rescued"

    /// Requires that a missing store has left no copy: a new store at its path would hide the messages of the copy.
    ///
    /// - Throws: ``StoreError`` with `store-missing`.
    func requireNoCopy() throws(StoreError) {
        if !hasStore, let copy = rescuedCopy { throw .copyNotPutBack(copy: copy) }
    }

    /// Returns the path of the newest copy in a folder without a store; nil if there is none.
    public static func copyNotPutBack(in folder: String) -> String? {
        guard unsafe access(storeFile(in: folder).string, F_OK) != 0 else { return nil }
        return rescuedCopy(in: folder).map { "\(folder)/\($0)" }
    }

    /// The path of the newest copy that a node has written because its store was removed; nil if there is none.
    public var rescuedCopy: String? { Self.rescuedCopy(in: openPath).map { "\(path)/\($0)" } }

    /// Returns the name of the newest copy in a folder.
    static func rescuedCopy(in folder: String) -> String? {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let copies = names.filter { $0.hasPrefix(copyName) && $0.hasSuffix(".mdb") }
        // The last copy is the newest.
        return copies.max { ($0.count, $0) < ($1.count, $1) }
    }

    /// Writes a copy of a store to `data-rescued.mdb`; to `data-rescued-2.mdb` and so on if there are earlier copies. If the
    /// folder was removed, writes the copy and the key into a folder at its path, unless that one belongs to another node.
    ///
    /// - Returns: the path of the copy, which is on the disk.
    /// - Throws: ``LMDBError``, ``StoreError``, `Errno`. Then there is no new copy.
    func writeCopy(of environment: Environment, key: SigningKey) throws -> String {
        do {
            return try addCopy(of: environment, key: key)
        } catch Errno.noSuchFileOrDirectory {
            let folder = try StoreFolder(path: path)
            guard try !folder.names().contains(Self.keyName) || folder.readKey().publicKey == key.publicKey else {
                throw StoreError.folderNotOpened(path, reason: "it belongs to another node")
            }
            return try folder.addCopy(of: environment, key: key)
        }
    }

    /// - Throws: as ``writeCopy(of:key:)``; `Errno.noSuchFileOrDirectory` if the folder was removed.
    private func addCopy(of environment: Environment, key: SigningKey) throws -> String {
        var number = 1
        func name() -> String { Self.copyName + (number == 1 ? ".mdb" : "-\(number).mdb") }
        while status(of: file(name())) != nil { number += 1 }
        let (target, unfinished) = (file(name()), file("\(name()).unfinished"))
        let copy = try FileDescriptor.open(
            unfinished, .writeOnly, options: [.create, .truncate, .noFollow, .closeOnExec],
            permissions: .ownerReadWrite)
        do {
            try copy.closeAfter {
                try environment.copy(to: copy.rawValue)
                guard fsync(copy.rawValue) == 0 else { throw Errno(rawValue: errno) }
            }
            guard unsafe rename(unfinished.string, target.string) == 0 else { throw Errno(rawValue: errno) }
        } catch {
            unsafe unlink(unfinished.string)
            throw error
        }
        if !hasKey { try write(key) }
        try Self.synchronize(descriptor)
        return "\(presentPath)/\(name())"
    }
}
