internal import Foundation
internal import SystemPackage

/// The folder in which a rebuild works: beside the target, whose name it gets at the very end. So the target is
/// complete or does not exist, whenever the process ends.
///
/// A process that is killed leaves the folder behind. Until the end it has a marker, a file which says that a rebuild
/// made the folder. Only a folder with a marker is ever emptied or removed.
struct RebuildFolder {
    static let suffix = ".building"
    static let marker = "unfinished-rebuild"
    static let contents = """
        The command tidings check --rebuild builds a store in this folder. If the command does not run any more, it was
        interrupted: remove this folder, or run the command again.

        """

    /// The folder, which is locked.
    let folder: StoreFolder
    /// The path that the folder gets, without symbolic links.
    private let target: FilePath

    /// Creates and locks the folder, or empties the one that an earlier rebuild left behind. Removes the target, which has to be
    /// empty.
    ///
    /// - Throws: ``StoreError`` with `folder-unusable`, also if another rebuild uses the folder.
    init(_ target: String, besides source: StoreFolder) throws(StoreError) {
        guard let path = Self.real(FilePath(target)), let damaged = Self.real(FilePath(source.path)) else {
            throw .rebuildTargetUnusable(target, reason: "\(Errno.noSuchFileOrDirectory)")
        }
        guard !path.starts(with: damaged) else {
            throw .rebuildTargetUnusable(target, reason: "it is inside the folder of the damaged store")
        }
        // Replacing the working directory would leave the owner's shell in a folder that does not exist any more.
        guard path != Self.real(".") else {
            throw .rebuildTargetUnusable(target, reason: "it is the working directory")
        }
        self.target = path
        do {
            folder = try StoreFolder(path: path.string + Self.suffix)
        } catch .folderNotOpened(_, let reason) {
            throw .rebuildTargetUnusable(target, reason: reason)
        } catch .folderNotWritable(let building) {
            throw .rebuildTargetUnusable(target, reason: "\(building) is not writable")
        } catch .folderNotLocked(let building, let reason) {
            throw .rebuildTargetUnusable(target, reason: "\(building) cannot be locked: \(reason)")
        } catch .folderInUse {
            throw .rebuildTargetUnusable(target, reason: "another process builds a store there")
        }
        let names = try folder.names()
        guard names.isEmpty || names.contains(Self.marker) else {
            throw .rebuildTargetUnusable(target, reason: "\(folder.path) exists, and no rebuild has left it behind")
        }
        do {
            try writeMarker()
            try empty()
            // A folder that can be removed can also be replaced: it is empty, no file system is mounted there, and so on.
            if unsafe rmdir(path.string) != 0, errno != ENOENT { throw Errno(rawValue: errno) }
        } catch {
            remove()
            let reason = error as? Errno == .directoryNotEmpty ? "it is not empty" : "\(error)"
            throw .rebuildTargetUnusable(target, reason: reason)
        }
    }

    /// Returns a path without symbolic links; nil for an empty path. The last components of the path need not exist.
    private static func real(_ path: FilePath) -> FilePath? {
        if let real = unsafe realpath(path.string, nil) {
            defer { unsafe free(real) }
            return unsafe FilePath(platformString: real)
        }
        guard let last = path.lastComponent else { return nil }
        let parent = path.removingLastComponent()
        return real(parent.isEmpty ? "." : parent)?.appending(last).lexicallyNormalized()
    }

    private func writeMarker() throws {
        let file = try FileDescriptor.open(
            FilePath(folder.path).appending(Self.marker), .writeOnly, options: [.create, .closeOnExec],
            permissions: .ownerReadWrite)
        try file.closeAfter { _ = try file.writeAll(Self.contents.utf8) }
    }

    /// Removes everything but the marker.
    private func empty() throws {
        for name in try folder.names() where name != Self.marker {
            try FileManager.default.removeItem(atPath: "\(folder.path)/\(name)")
        }
    }

    /// Removes the folder. If something in the folder cannot be removed, that stays, with the marker.
    func remove() {
        do {
            try empty()
            try FileManager.default.removeItem(atPath: folder.path)
        } catch {}
    }

    /// Gives the folder the name of the target, and writes the name to the disk.
    ///
    /// - Throws: ``StoreError`` with `folder-unusable`.
    func finish() throws(StoreError) {
        guard unsafe rename(folder.path, target.string) == 0 else {
            throw .rebuildTargetUnusable(target.string, reason: "\(Errno(rawValue: errno))")
        }
        _ = unsafe unlinkat(folder.descriptor.rawValue, Self.marker, 0)
        try folder.synchronize()
        let parent = target.removingLastComponent()
        do {
            let parent = try FileDescriptor.open(parent, .readOnly, options: [.directory, .closeOnExec])
            try parent.closeAfter { try StoreFolder.synchronize(parent) }
        } catch {
            throw .folderNotSynchronized(parent.string, reason: "\(error)")
        }
    }
}
