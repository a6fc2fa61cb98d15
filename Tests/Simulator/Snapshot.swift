import Foundation

/// A backup of a node's store, and the log that the store has after a restore.
struct Snapshot {
    let contents: Data
    let log: NodeLog

    init(of node: SimulatedNode) throws {
        contents = try Data(contentsOf: node.storeFile)
        log = node.log
    }

    /// Restores the store as a copied file, which has another inode.
    func copy(to node: SimulatedNode) throws {
        try node.removeStore()
        try contents.write(to: node.storeFile)
    }

    /// Restores the store as a snapshot of the machine does: the file keeps its inode.
    func putBack(in node: SimulatedNode) throws {
        let file = try FileHandle(forWritingTo: node.storeFile)
        try file.write(contentsOf: contents)
        try file.truncate(atOffset: UInt64(contents.count))
        try file.close()
    }
}
