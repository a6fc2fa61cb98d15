import Foundation

/// A copy of a node's store, and what the store has to hold when the copy is put back.
struct Snapshot {
    let contents: Data
    let log: NodeLog

    init(of node: SimulatedNode) throws {
        contents = try Data(contentsOf: node.storeFile)
        log = node.log
    }

    /// As a copied file: another inode.
    func copy(to node: SimulatedNode) throws {
        try node.removeStore()
        try contents.write(to: node.storeFile)
    }

    /// As a snapshot of the machine: the file is the same one to whoever looks.
    func putBack(in node: SimulatedNode) throws {
        let file = try FileHandle(forWritingTo: node.storeFile)
        try file.write(contentsOf: contents)
        try file.truncate(atOffset: UInt64(contents.count))
        try file.close()
    }
}
