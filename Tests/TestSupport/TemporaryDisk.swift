#if os(Linux)
    import Foundation
    import Glibc

    /// A file system in memory with a size of its own, at a folder of its own; unmounted by `deinit`.
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

        deinit {
            _ = unsafe umount(path)
        }

        /// Writes a file until nothing more fits, then shortens it.
        public func fill(leaving room: Int) throws {
            let path = "\(path)/filler"
            try Data().write(to: URL(filePath: path))
            let file = try FileHandle(forUpdating: URL(filePath: path))
            while (try? file.write(contentsOf: Data(count: 4_096))) != nil {}
            let end = try file.seekToEnd()
            try file.truncate(atOffset: end - UInt64(room))
            try file.close()
        }
    }
#endif
