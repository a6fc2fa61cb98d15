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
        guard !hasStore else { return }
        let copies = try names().filter { $0.hasPrefix(Self.copyName) && $0.hasSuffix(".mdb") }
        // The last copy is the newest.
        guard let copy = copies.max(by: { ($0.count, $0) < ($1.count, $1) }) else { return }
        throw .copyNotPutBack(copy: "\(path)/\(copy)")
    }

    /// Writes a copy of a store to `data-rescued.mdb`; to `data-rescued-2.mdb` and so on if there are earlier copies.
    ///
    /// - Returns: the path of the copy, which is on the disk.
    /// - Throws: ``LMDBError``, `Errno`. Then there is no new file.
    func writeCopy(of environment: Environment) throws -> String {
        let names = try names()
        let copy = (1...Int.max).lazy.map { Self.copyName + ($0 == 1 ? ".mdb" : "-\($0).mdb") }
            .first { !names.contains($0) }
        let target = FilePath(path).appending(copy ?? Self.copyName + ".mdb")
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
        try synchronize()
        return target.string
    }
}
