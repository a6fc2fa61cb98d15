internal import Foundation
internal import LMDB
internal import SystemPackage

/// The folder of a node, locked against other processes until `unlock()` or the end of the value.
///
/// It contains `data.mdb` and `lock.mdb` (LMDB's), `node.key` (the private key), the ids file (``IDsFile``), and files that
/// tell how the last process ended: see ``RunningFile``.
public final class StoreFolder: Sendable {
    /// The path as given to the initializer, for sentences. Another folder may be there since this one was moved.
    public let path: String
    let descriptor: FileDescriptor
    /// A path to this folder, also after it was moved. Where the system offers no such path, it is ``path``.
    public let openPath: String

    /// Locks the folder, and creates it if it is missing.
    ///
    /// - Parameter forReading: whether the caller changes nothing in the folder. Then it is not created and need not be
    ///   writable.
    /// - Throws: ``StoreError`` with `folder-unusable` or `folder-in-use`; for reading also `store-missing`.
    public init(path: String, forReading: Bool = false) throws(StoreError) {
        self.path = path
        let storeFile = Self.storeFile(in: path)
        if forReading, let error = Self.problem(withReading: storeFile) {
            guard error == .noSuchFileOrDirectory else { throw .folderNotOpened(path, reason: "\(error)") }
            if let copy = Self.copyNotPutBack(in: path) { throw .copyNotPutBack(copy: copy) }
            throw .storeMissing(file: storeFile.string)
        }
        do {
            let folder = FilePath(path)
            descriptor = try forReading ? Self.open(folder) : Self.open(creating: folder)
        } catch {
            throw .folderNotOpened(path, reason: "\(error)")
        }
        openPath = Self.openPath(of: descriptor) ?? path
        try lock()
        guard forReading || FileManager.default.isWritableFile(atPath: openPath) else {
            throw .folderNotWritable(path)
        }
    }

    /// Locks the folder. The lock belongs to the open file, so it ends with the process, even if the process is killed.
    private func lock() throws(StoreError) {
        guard flock(descriptor.rawValue, LOCK_EX | LOCK_NB) != 0 else { return }
        let reason = Errno(rawValue: errno)
        throw reason == .wouldBlock ? .folderInUse(path) : .folderNotLocked(path, reason: "\(reason)")
    }

    private static func openPath(of descriptor: FileDescriptor) -> String? {
        let path = "/proc/self/fd/\(descriptor.rawValue)"
        return unsafe access(path, F_OK) == 0 ? path : nil
    }

    /// Whether the folder is at its path. False after somebody moved or removed it.
    private var isAtPath: Bool {
        guard let there = try? FileIdentity(path: path) else { return false }
        return (try? FileIdentity(path: openPath)) == there
    }

    /// The path at which the folder is now.
    var presentPath: String {
        if isAtPath { return path }
        return (try? FileManager.default.destinationOfSymbolicLink(atPath: openPath)) ?? path
    }

    private static func problem(withReading file: FilePath) -> Errno? {
        unsafe access(file.string, R_OK) == 0 ? nil : Errno(rawValue: errno)
    }

    /// The bytes of the disk that are free for this user; nil if the system does not say.
    var freeBytes: Int? {
        var disk = statvfs()
        guard unsafe fstatvfs(descriptor.rawValue, &disk) == 0 else { return nil }
        return Int(clamping: UInt64(disk.f_bavail).multipliedReportingOverflow(by: UInt64(disk.f_frsize)).partialValue)
    }

    /// Unlocks the folder. The caller has closed the store in it.
    func unlock() {
        flock(descriptor.rawValue, LOCK_UN)
    }

    deinit {
        try? descriptor.close()
    }

    private static func open(_ folder: FilePath) throws(Errno) -> FileDescriptor {
        do {
            return try FileDescriptor.open(folder, .readOnly, options: [.directory, .closeOnExec])
        } catch {
            throw error as? Errno ?? .ioError
        }
    }

    /// Opens a folder, and creates it if it is missing.
    private static func open(creating folder: FilePath) throws(Errno) -> FileDescriptor {
        try create(folder)
        return try open(folder)
    }

    /// Creates a folder for its owner only, and its missing parents. A file at the path is no error here; opening the folder
    /// fails then.
    private static func create(_ folder: FilePath, mode: mode_t = 0o700) throws(Errno) {
        let parent = folder.removingLastComponent()
        if unsafe mkdir(folder.string, mode) == 0 { return synchronize(parent) }
        let reason = Errno(rawValue: errno)
        if reason == .fileExists { return }
        guard reason == .noSuchFileOrDirectory, !parent.isEmpty, parent != folder else { throw reason }
        try create(parent, mode: 0o777)
        // Not create(): in a file system that accepts no folders, such as /proc, the reason stays the same.
        guard unsafe mkdir(folder.string, mode) == 0 || errno == EEXIST else { throw Errno(rawValue: errno) }
        synchronize(parent)
    }

    /// Writes the names in a folder to the disk, so that a new folder in it survives a power failure. Ignores errors: some
    /// file systems cannot do this, and the folder is empty yet.
    private static func synchronize(_ folder: FilePath) {
        let path = folder.isEmpty ? FilePath(".") : folder
        guard let folder = try? FileDescriptor.open(path, .readOnly, options: [.directory, .closeOnExec]) else {
            return
        }
        fsync(folder.rawValue)
        try? folder.close()
    }

    /// Lets other users reach a socket in the folder by name, and closes the files to them: a copy may have another mode.
    public func letOthersPass() throws(StoreError) {
        for name in try names() {
            let file = FilePath(openPath).appending(name)
            guard let mode = self.status(of: file)?.st_mode, mode & S_IFMT == S_IFREG, mode & 0o077 != 0 else {
                continue
            }
            guard unsafe chmod(file.string, mode & 0o700) == 0 else {
                throw .folderNotOpened(path, reason: "\(name): \(Errno(rawValue: errno))")
            }
        }
        guard let mode, fchmod(descriptor.rawValue, mode | 0o011) == 0 else {
            throw .folderNotOpened(path, reason: "\(Errno(rawValue: errno))")
        }
    }

    /// Keeps other users from replacing files in the folder, such as the socket for commands.
    ///
    /// - Returns: whether they could before.
    public func letNobodyWrite() -> Bool {
        guard let mode, mode & 0o022 != 0 else { return false }
        return fchmod(descriptor.rawValue, mode & ~0o022) == 0
    }

    /// Closes the folder to other users after ``letOthersPass()``. Another mode is the user's choice.
    public func letNobodyPass() {
        guard let mode, mode & 0o077 == 0o011 else { return }
        fchmod(descriptor.rawValue, mode & 0o7700)
    }

    private var mode: mode_t? {
        var status = stat()
        return unsafe fstat(descriptor.rawValue, &status) == 0 ? status.st_mode & 0o7777 : nil
    }

    /// Writes the names in a folder to the disk, so that a new file survives a power failure. Some file systems cannot do this
    /// on request; they write the names when they want to.
    static func synchronize(_ folder: FileDescriptor) throws(Errno) {
        guard fsync(folder.rawValue) != 0 else { return }
        let reason = Errno(rawValue: errno)
        guard [.invalidArgument, .noFunction, .notSupported].contains(reason) else { throw reason }
    }

    /// Writes the names in the folder to the disk, as ``synchronize(_:)`` does.
    func synchronize() throws(StoreError) {
        do {
            try Self.synchronize(descriptor)
        } catch {
            throw .folderNotSynchronized(path, reason: "\(error)")
        }
    }
}

// MARK: - Files

extension StoreFolder {
    static func storeFile(in path: String) -> FilePath { FilePath(path).appending("data.mdb") }

    static let keyName = "node.key"

    /// The path of a file in this folder, also after the folder was moved.
    func file(_ name: String) -> FilePath { FilePath(openPath).appending(name) }

    var storeFile: FilePath { Self.storeFile(in: openPath) }
    /// The path of the key file, for sentences.
    var keyPath: String { "\(path)/\(Self.keyName)" }

    public var hasStore: Bool { status(of: storeFile) != nil }
    public var hasKey: Bool { status(of: file(Self.keyName)) != nil }

    /// Whether `data.mdb` exists and has 0 bytes. A node that died before its first commit leaves such a file, and a power
    /// failure may leave one.
    public var hasEmptyStore: Bool { status(of: storeFile)?.st_size == 0 }

    /// The size of `data.mdb`; 0 if it does not exist.
    var storeBytes: Int { Int(status(of: storeFile)?.st_size ?? 0) }

    /// Returns the names of the files in the folder.
    ///
    /// - Throws: ``StoreError`` with `folder-unusable`.
    func names() throws(StoreError) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: openPath)
        } catch {
            throw .folderNotOpened(path, reason: error.localizedDescription)
        }
    }

    /// Whether users other than the owner of `node.key` can read or change the private key.
    public var hasOpenKey: Bool { status(of: file(Self.keyName)).map { $0.st_mode & 0o066 != 0 } ?? false }

    func status(of file: FilePath) -> stat? {
        var status = stat()
        return unsafe stat(file.string, &status) == 0 ? status : nil
    }
}

// MARK: - How the last process ended

/// A file whose existence tells how the last process that had the store open ended. It contains the id of that process.
/// The file `unsound` is empty if no process died.
///
/// A process is *young* until ``StoreFolder/noteFirstMinute()``.
enum RunningFile: String {
    /// Exists while a young process has the store open, and after such a process died.
    case starting
    /// Exists while an older process has the store open, and after such a process died.
    case running
    /// Exists after a read, a write or a check found the store unsound, until a check does not find that any more.
    case unsound
}

/// Every change is the renaming or the removal of one file, so that a process can be killed at any point. Errors are
/// ignored, because a node must start on a full disk, too.
extension StoreFolder {
    private func path(of file: RunningFile) -> FilePath { self.file(file.rawValue) }

    private func has(_ file: RunningFile) -> Bool { status(of: path(of: file)) != nil }

    /// Whether to check the store before it is opened, because the last process died young, perhaps of damage that
    /// would kill the next one, too, or because the store is known to be unsound.
    public var needsCheckBeforeOpening: Bool { has(.starting) || has(.unsound) }

    /// Whether the store was found unsound, and every later check found that, too, or did not end.
    public var isKnownAsUnsound: Bool { has(.unsound) }

    /// The id of the process that died; nil if no process died, or if the file has no id because the disk was full.
    public var diedProcess: Int32? {
        let files: [RunningFile] = [.starting, .running, .unsound]
        guard let file = files.first(where: has),
            let bytes = FileManager.default.contents(atPath: path(of: file).string), bytes.last == UInt8(ascii: "\n")
        else { return nil }
        return Int32(String(decoding: bytes.dropLast(), as: UTF8.self))
    }

    /// Notes that this process opens the store.
    func noteOpening() {
        remove([.running])
        let file = try? FileDescriptor.open(
            path(of: .starting), .writeOnly, options: [.create, .truncate, .closeOnExec], permissions: .ownerReadWrite)
        _ = try? file?.closeAfter {
            _ = try? file?.writeAll(Array("\(ProcessInfo.processInfo.processIdentifier)\n".utf8))
        }
    }

    /// Notes that this process has had the store open for a minute.
    public func noteFirstMinute() { _ = unsafe rename(path(of: .starting).string, path(of: .running).string) }

    /// Notes that this process closes the store.
    func noteClosing() { remove([.starting, .running]) }

    /// Notes that a check has ended, and that it did not find the store unsound.
    public func noteChecked() { remove([.unsound]) }

    /// Notes that the store was found unsound.
    func noteUnsound() {
        let file = try? FileDescriptor.open(
            path(of: .unsound), .writeOnly, options: [.create, .closeOnExec], permissions: .ownerReadWrite)
        try? file?.close()
        try? synchronize()
    }

    private func remove(_ files: [RunningFile]) {
        for file in files { _ = unsafe unlink(path(of: file).string) }
    }
}
