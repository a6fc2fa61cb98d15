internal import Foundation
internal import SystemPackage

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// The folder of a node, locked against other processes until `unlock()` or the end of the value.
///
/// It contains `data.mdb` and `lock.mdb` (LMDB's), `node.key` (the private key) and, while the store is open, the running
/// file `running`.
public final class StoreFolder: Sendable {
    public let path: String
    private let descriptor: FileDescriptor

    /// Locks the folder, and creates it if it is missing.
    ///
    /// - Parameter forReading: whether the caller changes nothing in the folder. Then it is not created and need not be
    ///   writable.
    /// - Throws: ``StoreError`` with `folder-unusable` or `folder-in-use`; for reading also `store-missing`.
    public init(path: String, forReading: Bool = false) throws(StoreError) {
        self.path = path
        let storeFile = Self.storeFile(in: path)
        if forReading, !FileManager.default.fileExists(atPath: storeFile.string) {
            throw .storeMissing(file: storeFile.string)
        }
        do {
            if !forReading { try Self.create(FilePath(path)) }
            descriptor = try FileDescriptor.open(FilePath(path), .readOnly, options: [.directory, .closeOnExec])
        } catch {
            throw .folderNotOpened(path, reason: "\(error)")
        }
        // The lock belongs to this open file, so it ends with the process, even if the process is killed.
        guard flock(descriptor.rawValue, LOCK_EX | LOCK_NB) == 0 else {
            try? descriptor.close()
            throw .folderInUse(path)
        }
        guard forReading || FileManager.default.isWritableFile(atPath: path) else {
            try? descriptor.close()
            throw .folderNotWritable(path)
        }
    }

    /// Unlocks the folder. The caller has closed the store in it.
    func unlock() {
        flock(descriptor.rawValue, LOCK_UN)
    }

    deinit {
        try? descriptor.close()
    }

    /// Creates a folder and its missing parents. A file at the path is no error here; opening the folder fails then.
    private static func create(_ folder: FilePath) throws(Errno) {
        let parent = folder.removingLastComponent()
        if unsafe mkdir(folder.string, 0o777) == 0 || errno == EEXIST { return }
        let reason = Errno(rawValue: errno)
        guard reason == .noSuchFileOrDirectory, !parent.isEmpty, parent != folder else { throw reason }
        try create(parent)
        guard unsafe mkdir(folder.string, 0o777) == 0 || errno == EEXIST else { throw Errno(rawValue: errno) }
    }

    /// Writes the names in the folder to the disk, so that a new file survives a power failure.
    func synchronize() throws(StoreError) {
        guard fsync(descriptor.rawValue) == 0 else {
            throw .folderNotSynchronized(path, reason: "\(Errno(rawValue: errno))")
        }
    }
}

// MARK: - Files

extension StoreFolder {
    static func storeFile(in path: String) -> FilePath { FilePath(path).appending("data.mdb") }

    var storeFile: FilePath { Self.storeFile(in: path) }
    var keyFile: FilePath { FilePath(path).appending("node.key") }

    public var hasStore: Bool { FileManager.default.fileExists(atPath: storeFile.string) }
    public var hasKey: Bool { FileManager.default.fileExists(atPath: keyFile.string) }

    /// Whether `data.mdb` exists and has 0 bytes. A node that died before its first commit leaves such a file, and a power
    /// failure may leave one.
    public var hasEmptyStore: Bool { status(of: storeFile)?.st_size == 0 }

    /// Whether users other than the owner of `node.key` can read or change the private key.
    public var hasOpenKey: Bool { status(of: keyFile).map { $0.st_mode & 0o066 != 0 } ?? false }

    private func status(of file: FilePath) -> stat? {
        var status = stat()
        return unsafe stat(file.string, &status) == 0 ? status : nil
    }
}

// MARK: - The running file

/// The running file contains the id of the process that has the store open. It remains when that process is killed.
extension StoreFolder {
    private var runningFile: FilePath { FilePath(path).appending("running") }

    /// Whether the running file exists. Before the store is opened: whether the last process ended without closing it.
    public var hasRunningFile: Bool { FileManager.default.fileExists(atPath: runningFile.string) }

    /// The process id in the running file; nil if the file has none because the disk was full.
    public var processInRunningFile: Int32? {
        guard let bytes = FileManager.default.contents(atPath: runningFile.string), bytes.last == UInt8(ascii: "\n")
        else { return nil }
        return Int32(String(decoding: bytes.dropLast(), as: UTF8.self))
    }

    /// Creates the running file. Ignores errors, because a node must start on a full disk too.
    func createRunningFile() {
        let file = try? FileDescriptor.open(
            runningFile, .writeOnly, options: [.create, .truncate, .closeOnExec], permissions: .ownerReadWrite)
        _ = try? file?.closeAfter {
            _ = try? file?.writeAll(Array("\(ProcessInfo.processInfo.processIdentifier)\n".utf8))
        }
    }

    /// Removes the running file.
    func removeRunningFile() {
        try? FileManager.default.removeItem(atPath: runningFile.string)
    }
}
