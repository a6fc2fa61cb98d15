internal import Foundation
internal import SystemPackage

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// The folder in which a node keeps everything, locked against a second process for as long as the value lives.
///
/// It holds `data.mdb` and `lock.mdb` (LMDB's), `node.key` (the private key) and, while the store is open, `running`.
public final class StoreFolder: Sendable {
    public let path: String
    private let descriptor: FileDescriptor

    /// Locks the folder, and makes it where it is missing.
    ///
    /// - Parameter forReading: whether nothing is to be written: the folder is not made and need not be writable.
    /// - Throws: ``StoreError`` with `folder-unusable` or `folder-in-use`; for reading also `store-missing`.
    public init(path: String, forReading: Bool = false) throws(StoreError) {
        self.path = path
        let storeFile = Self.storeFile(in: path)
        if forReading, !FileManager.default.fileExists(atPath: storeFile.string) {
            throw .storeMissing(file: storeFile.string)
        }
        do {
            if !forReading { try Self.make(FilePath(path)) }
            descriptor = try FileDescriptor.open(FilePath(path), .readOnly, options: [.directory, .closeOnExec])
        } catch {
            throw .folderNotOpened(path, reason: "\(error)")
        }
        // The lock belongs to this open file: it ends with the process, however that ends.
        guard flock(descriptor.rawValue, LOCK_EX | LOCK_NB) == 0 else {
            try? descriptor.close()
            throw .folderInUse(path)
        }
        guard forReading || FileManager.default.isWritableFile(atPath: path) else {
            try? descriptor.close()
            throw .folderNotWritable(path)
        }
    }

    /// Gives the folder free; nothing in it may be open any more.
    func unlock() {
        flock(descriptor.rawValue, LOCK_UN)
    }

    deinit {
        try? descriptor.close()
    }

    /// Makes a folder, and those above it, where they are missing. What is there and no folder, opening it says.
    private static func make(_ folder: FilePath) throws(Errno) {
        let parent = folder.removingLastComponent()
        if unsafe mkdir(folder.string, 0o777) == 0 || errno == EEXIST { return }
        let reason = Errno(rawValue: errno)
        guard reason == .noSuchFileOrDirectory, !parent.isEmpty, parent != folder else { throw reason }
        try make(parent)
        guard unsafe mkdir(folder.string, 0o777) == 0 || errno == EEXIST else { throw Errno(rawValue: errno) }
    }

    /// Whether the store's file is there and has nothing in it: as a node leaves it that died before its first commit, and
    /// as a disk may after a power cut.
    public var hasEmptyStore: Bool { status(of: storeFile)?.st_size == 0 }

    public var hasKey: Bool { FileManager.default.fileExists(atPath: keyFile.string) }

    /// Whether the mode of `node.key` lets others than its owner read or change the private key.
    public var hasOpenKey: Bool { status(of: keyFile).map { $0.st_mode & 0o066 != 0 } ?? false }

    private func status(of file: FilePath) -> stat? {
        var status = stat()
        return unsafe stat(file.string, &status) == 0 ? status : nil
    }

    public var hasStore: Bool { FileManager.default.fileExists(atPath: storeFile.string) }

    static func storeFile(in path: String) -> FilePath { FilePath(path).appending("data.mdb") }

    var storeFile: FilePath { Self.storeFile(in: path) }
    var keyFile: FilePath { FilePath(path).appending("node.key") }

    /// Makes new names in the folder survive a crash of the machine.
    func synchronize() throws(StoreError) {
        guard fsync(descriptor.rawValue) == 0 else {
            throw .folderNotSynchronized(path, reason: "\(Errno(rawValue: errno))")
        }
    }
}
