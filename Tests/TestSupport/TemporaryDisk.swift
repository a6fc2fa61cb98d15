#if os(Linux)
    import Foundation
    import Glibc

    /// A file system of a given size in memory, mounted at a new folder. `deinit` unmounts it.
    public struct TemporaryDisk: ~Copyable {
        public let path: String
        private let folder: TemporaryFolder

        public static var isAllowed: Bool { geteuid() == 0 }

        public init(bytes: Int) throws {
            let folder = try TemporaryFolder()
            let status = unsafe mount("tmpfs", folder.path, "tmpfs", 0, "size=\(bytes)")
            if status != 0 { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EPERM) }
            path = folder.path
            self.folder = folder
        }

        /// Also while a file of it is open, as in a store that has not ended yet.
        deinit { _ = unsafe umount2(path, Int32(MNT_DETACH)) }

        /// Lengthens a file until the disk is full, then shortens it to leave `room` bytes.
        public func fill(leaving room: Int) throws {
            let path = "\(path)/filler"
            if !FileManager.default.fileExists(atPath: path) { try Data().write(to: URL(filePath: path)) }
            let file = try FileHandle(forUpdating: URL(filePath: path))
            try file.seekToEnd()
            while (try? file.write(contentsOf: Data(count: 4_096))) != nil {}
            let end = try file.seekToEnd()
            try file.truncate(atOffset: end - UInt64(room))
            try file.close()
        }
    }
#endif
