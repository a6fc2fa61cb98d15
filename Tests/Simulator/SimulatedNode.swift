import ChatExchange
import ChatModel
import ChatReplication
import ChatStore
import Foundation
import Synchronization
import TestSupport

/// A node: what survives its death, and its life if it is up.
final class SimulatedNode {
    /// One life of a node's process.
    struct Life {
        let number: Int
        let start: Duration
        let store: ChatStore
        let intake: PageIntake
        let identity: NodeIdentity
        var pullers: [Int: Puller] = [:]
        var waiting: [Exchange] = []
        /// By asking node: up to where it has shown that it has read.
        var read: [Int: LogID] = [:]
    }

    let slot: Int
    let disk: NodeDisk
    let clock = SimulatedClock()
    /// The slots of the nodes it pulls from.
    var peers: [Int]
    var log = NodeLog()
    /// What it held before it was put back.
    var earlierLogs: [NodeLog] = []
    var client = SimulatedClient()
    var mapSizeBytes: Int
    var life: Life?
    var lives = 0
    var snapshot: Snapshot?
    var spoiler: Spoiler?
    var isDiskFull = false
    /// Whether its store was put back by copy, so that the next id jumps at the start.
    var isCopy = false
    /// When that was the last time.
    var lastCopied: Duration?
    private let nonces: Nonces

    init(slot: Int, peers: [Int], mapSizeBytes: Int, seed: UInt64) throws {
        self.slot = slot
        self.peers = peers
        self.mapSizeBytes = mapSizeBytes
        nonces = Nonces(seed: seed)
        disk = try NodeDisk()
    }

    var name: String { "node\(slot)" }
    var storeFile: URL { URL(filePath: disk.path + "/data.mdb") }
    private var keyFile: URL { URL(filePath: disk.path + "/node.key") }

    /// The name under which others know the node: that of its address, whoever is behind it.
    static func peerID(of slot: Int) -> PeerID { PeerID("http://node\(slot)")! }  // Neither empty nor long.

    /// Gives the folder a key, as `tidings` would by itself, from the run's own chance.
    func writeKey(seed: [UInt8]) throws {
        try FileManager.default.createDirectory(atPath: disk.path, withIntermediateDirectories: true)
        try Data((Base64URL.encode(seed) + "\n").utf8).write(to: keyFile)
    }

    func copyFolder(to other: SimulatedNode) throws {
        try FileManager.default.createDirectory(atPath: other.disk.path, withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: storeFile, to: other.storeFile)
        try FileManager.default.copyItem(at: keyFile, to: other.keyFile)
    }

    var hasStore: Bool { FileManager.default.fileExists(atPath: storeFile.path) }

    func removeStore() throws {
        try FileManager.default.removeItem(at: storeFile)
    }

    func openStore() throws -> ChatStore {
        var options = StoreOptions(
            folder: disk.path, mapSizeBytes: mapSizeBytes, time: clock, buildDate: .testBuildDate)
        options.nonce = nonces.next
        return try ChatStore(options)
    }
}

/// The nonces of what is posted at a node.
private final class Nonces: Sendable {
    private let dice: Mutex<Dice>

    init(seed: UInt64) { dice = Mutex(Dice(seed: seed)) }

    @Sendable func next() -> Nonce {
        let bytes = dice.withLock { $0.bytes(Nonce.byteCount) }
        return try! Nonce(bytes: bytes)  // As many bytes as a nonce has.
    }
}
