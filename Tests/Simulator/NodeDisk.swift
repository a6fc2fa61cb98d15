import Foundation
import TestSupport

/// The disk of a node's folder: a small file system that can be filled, if this process may mount one.
final class NodeDisk {
    private let folder: TemporaryFolder
    private let mounted: MountedDisk?

    static let bytes = 24 << 20

    init() throws {
        folder = try TemporaryFolder()
        mounted = try MountedDisk()
    }

    var path: String { (mounted?.path ?? folder.path) + "/data" }
    var canBeFilled: Bool { mounted != nil }

    /// - Parameter room: free bytes that remain.
    func fill(leaving room: Int) throws { try mounted?.fill(leaving: room) }

    func makeRoom() throws {
        guard let path = mounted?.path else { return }
        try FileManager.default.removeItem(atPath: path + "/filler")
    }
}

#if os(Linux)
    private final class MountedDisk {
        private let disk: TemporaryDisk

        /// Nil if this process may not mount.
        init?() throws {
            guard TemporaryDisk.isAllowed else { return nil }
            disk = try TemporaryDisk(bytes: NodeDisk.bytes)
        }

        var path: String { disk.path }

        func fill(leaving room: Int) throws { try disk.fill(leaving: room) }
    }
#else
    private final class MountedDisk {
        init?() throws { return nil }

        var path: String { "" }

        func fill(leaving room: Int) throws {}
    }
#endif
