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
    /// - Throws: ``StoreError`` with `folder-unusable` or `folder-in-use`; the sentence names the folder. For reading
    ///   `store-missing` where there is no store.
    public init(path: String, forReading: Bool = false) throws(StoreError) {
        self.path = path
        let storeFile = Self.storeFile(in: path)
        if forReading, !FileManager.default.fileExists(atPath: storeFile.string) { throw StoreError.missing(storeFile) }
        do {
            if !forReading {
                try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            }
            descriptor = try FileDescriptor.open(FilePath(path), .readOnly, options: [.directory, .closeOnExec])
        } catch {
            throw StoreError(
                .folderUnusable,
                "The folder \(path) cannot be opened or made (\(reason(of: error))); name another with --data.")
        }
        // The lock belongs to this open file: it ends with the process, however that ends.
        guard flock(descriptor.rawValue, LOCK_EX | LOCK_NB) == 0 else {
            try? descriptor.close()
            throw StoreError(
                .folderInUse,
                "Another node, or a check, is at work in the folder \(path); stop it or let it end, or name another "
                    + "folder with --data.")
        }
        guard forReading || FileManager.default.isWritableFile(atPath: path) else {
            try? descriptor.close()
            throw StoreError(
                .folderUnusable, "The folder \(path) cannot be written; make it writable or name another with --data.")
        }
    }

    /// Gives the folder free; nothing in it may be open any more.
    func unlock() {
        flock(descriptor.rawValue, LOCK_UN)
    }

    deinit {
        try? descriptor.close()
    }

    public var hasStore: Bool { FileManager.default.fileExists(atPath: storeFile.string) }

    static func storeFile(in path: String) -> FilePath { FilePath(path).appending("data.mdb") }

    var storeFile: FilePath { Self.storeFile(in: path) }
    var keyFile: FilePath { FilePath(path).appending("node.key") }

    /// Makes new names in the folder survive a crash of the machine.
    func synchronize() throws(StoreError) {
        guard fsync(descriptor.rawValue) == 0 else {
            let reason = Errno(rawValue: errno)
            throw StoreError(.folderUnusable, "The folder \(path) cannot be written to the disk (\(reason)).")
        }
    }
}

/// The system's words for a failed call.
func reason(of error: any Error) -> String {
    if let errno = error as? Errno { return errno.description }
    let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError ?? (error as NSError)
    return underlying.domain == NSPOSIXErrorDomain
        ? Errno(rawValue: CInt(underlying.code)).description : underlying.localizedDescription
}
