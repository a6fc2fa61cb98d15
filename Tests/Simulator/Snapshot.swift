import ChatModel
import ChatStore
import Foundation

/// A backup of a node's folder and of its machine, and the log that the store has after a restore.
struct Snapshot {
    /// When the snapshot was made.
    let time: Duration
    let contents: Data
    let idsFiles: [String]
    let log: NodeLog
    /// What the clients on the machine had read.
    let client: SimulatedClient
    let highestNamed: LogID
    /// The peers that the owner had paused or removed.
    let blocked: [Int: PairedPeer.State]
    /// The keys of the peers in the store; none if the node was not running.
    let peers: Set<PublicKey>

    init(of node: SimulatedNode, at time: Duration) throws {
        self.time = time
        contents = try Data(contentsOf: node.storeFile)
        idsFiles = try node.idsFiles
        log = node.log
        client = node.client
        highestNamed = node.highestNamed
        blocked = node.blocked
        peers = Set(try node.lifetime?.store.pairedPeers().map(\.key) ?? [])
    }

    /// Puts the whole folder back: the files are copies with other inodes, and no newer file remains.
    func replaceFolder(of node: SimulatedNode) throws {
        try node.removeStore()
        try contents.write(to: node.storeFile)
        for name in try node.idsFiles { try node.removeIDsFile(name) }
        for name in idsFiles { try node.writeIDsFile(name) }
    }

    /// Copies the files over those of the folder, as `cp -a` does: the store keeps its inode, and the backup's ids file comes
    /// beside the newer one.
    func copyOver(_ node: SimulatedNode) throws {
        try writeContents(to: node)
        for name in idsFiles { try node.writeIDsFile(name) }
    }

    /// Puts the whole machine back, with the clients on it: all files keep their inodes.
    func putBackMachine(of node: SimulatedNode) throws {
        try writeContents(to: node)
        // An ids file of this name beside another one is a copy that was put there later: see `copyOver`.
        let present = try node.idsFiles
        let copies = present.count > 1 ? present.filter { idsFiles.contains($0) } : []
        let own = present.filter { !copies.contains($0) }
        for name in copies + own.dropFirst(idsFiles.count) { try node.removeIDsFile(name) }
        for (old, new) in zip(own, idsFiles) { try node.renameIDsFile(old, to: new) }
        for name in idsFiles { try node.writeIDsFile(name) }
        node.client = client
        node.highestNamed = highestNamed
        node.blocked = blocked
    }

    private func writeContents(to node: SimulatedNode) throws {
        let file = try FileHandle(forWritingTo: node.storeFile)
        try file.write(contentsOf: contents)
        try file.truncate(atOffset: UInt64(contents.count))
        try file.close()
    }
}
