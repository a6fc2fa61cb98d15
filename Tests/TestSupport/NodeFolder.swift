import Foundation
import LMDB

/// The files of a node's folder that a restore puts back or leaves.
public struct NodeFolder {
    public let path: String

    public init(_ path: String) { self.path = path }

    /// The names of the ids files.
    public var idsFiles: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: path).filter { $0.hasPrefix("ids-below-") }.sorted()
        }
    }

    /// Runs `cp -a` with the whole folder as the new folder `copy`.
    public func copy(to copy: String) throws {
        try Self.run("cp", "-a", path, copy)
    }

    /// Runs `cp -a copy/. folder`: the files of the copy are written into the files of this folder.
    public func copyOver(from copy: String) throws {
        try Self.run("cp", "-a", copy + "/.", path)
    }

    /// Puts the whole folder back: removes it, and copies `copy` to where it was.
    public func replace(by copy: String) throws {
        try FileManager.default.removeItem(atPath: path)
        try NodeFolder(copy).copy(to: path)
    }

    public func remove(_ names: String...) throws {
        for name in names { try FileManager.default.removeItem(atPath: "\(path)/\(name)") }
    }

    public func rename(_ old: String, to new: String) throws {
        try FileManager.default.moveItem(atPath: "\(path)/\(old)", toPath: "\(path)/\(new)")
    }

    /// Makes renaming a file to this name fail, also for root.
    public func obstruct(_ name: String) throws {
        try FileManager.default.createDirectory(atPath: "\(path)/\(name)", withIntermediateDirectories: false)
    }

    /// Makes the group of a closed store one of a version whose groups had no founder.
    public func makeGroupFormer() throws {
        try Environment(folder: path).write { transaction in
            let settings = try Table<[UInt8], [UInt8]>("settings", in: transaction)
            try settings.delete(Array("founder".utf8), in: &transaction)
            // The id of a group, and a checksum.
            try settings.put(Array("group".utf8), [UInt8](repeating: 7, count: 24), in: &transaction)
        }
    }

    private static func run(_ arguments: String...) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = arguments
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
    }
}
