internal import ChatModel
internal import Foundation
internal import LMDB
internal import SystemPackage

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

extension StoreFolder {
    private static let copyName = "data-rescued"

    /// Requires that a missing store has left no copy: a new store in its place would hide the messages of the copy.
    ///
    /// - Throws: ``StoreError`` with `store-missing`.
    func requireNoCopy() throws(StoreError) {
        if !hasStore, let copy = rescuedCopy { throw .copyNotPutBack(copy: copy) }
    }

    /// The path of the newest copy that a node has written because its store was removed; nil if there is none.
    public var rescuedCopy: String? { Self.rescuedCopy(in: path) }

    static func rescuedCopy(in path: String) -> String? {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        let copies = names.filter { $0.hasPrefix(copyName) && $0.hasSuffix(".mdb") }
        // The last copy is the newest.
        return copies.max { ($0.count, $0) < ($1.count, $1) }.map { "\(path)/\($0)" }
    }

    /// Writes a copy of a store to `data-rescued.mdb`; to `data-rescued-2.mdb` and so on if there are earlier copies. Creates
    /// the folder and the key file again if they were removed, too.
    ///
    /// - Returns: the path of the copy, which is on the disk.
    /// - Throws: ``LMDBError``, ``StoreError``, `Errno`. Then there is no new copy.
    func writeCopy(of environment: Environment, key: SigningKey) throws -> String {
        let folder = try Self.open(creating: FilePath(path))
        defer { try? folder.close() }
        let names = try names()
        var number = 1
        func name() -> String { Self.copyName + (number == 1 ? ".mdb" : "-\(number).mdb") }
        while names.contains(name()) { number += 1 }
        let target = FilePath(path).appending(name())
        let unfinished = FilePath("\(target).unfinished")
        do {
            let file = try FileDescriptor.open(
                unfinished, .writeOnly, options: [.create, .truncate, .noFollow, .closeOnExec],
                permissions: .ownerReadWrite)
            try file.closeAfter {
                try environment.copy(to: file.rawValue)
                guard fsync(file.rawValue) == 0 else { throw Errno(rawValue: errno) }
            }
            guard unsafe rename(unfinished.string, target.string) == 0 else { throw Errno(rawValue: errno) }
        } catch {
            unsafe unlink(unfinished.string)
            throw error
        }
        if !hasKey { try write(key) }
        try Self.synchronize(folder)
        return target.string
    }
}
