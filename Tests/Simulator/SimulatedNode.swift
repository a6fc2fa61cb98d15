import ChatExchange
import ChatModel
import ChatReplication
import ChatStore
import Foundation
import Synchronization
import TestSupport

/// A node: its disk and users, and its present lifetime if its process runs.
final class SimulatedNode {
    /// The process of a node, from its start to its end.
    struct Lifetime {
        let number: Int
        let start: Duration
        let store: ChatStore
        let intake: PageIntake
        let identity: NodeIdentity
        var pullers: [Int: Puller] = [:]
        var waiting: [Exchange] = []
        /// The confirmed id of each requester.
        var read: [Int: LogID] = [:]
    }

    let slot: Int
    let disk: NodeDisk
    let clock = SimulatedClock()
    /// The slots of the nodes it pulls from.
    var peers: [Int]
    /// The group with which the process is started; nil for a start without a group.
    var groupFlag: GroupID?
    /// The group of the store.
    var group = GroupID.none
    /// The group that the owner sets later.
    var laterGroup: GroupID?
    /// Whether the node starts some time after the others.
    var isLate = false
    var log = NodeLog()
    /// The logs that the node had before it was restored.
    var earlierLogs: [NodeLog] = []
    var client = SimulatedClient()
    var mapSizeBytes: Int
    var lifetime: Lifetime?
    var lifetimes = 0
    var snapshot: Snapshot?
    var spoiler: Spoiler?
    var isDiskFull = false
    /// Whether the store was restored by copy, so that the next id jumps at the start.
    var isCopy = false
    /// When the store was last restored by copy.
    var lastCopied: Duration?
    /// The number of messages that a commit moves after a clock setback.
    private let recordsPerStep: Int
    private let random: RandomParts

    init(slot: Int, peers: [Int], mapSizeBytes: Int, seed: UInt64) throws {
        self.slot = slot
        self.peers = peers
        self.mapSizeBytes = mapSizeBytes
        random = RandomParts(seed: seed)
        recordsPerStep = [1000, 20, 1][Int(seed % 3)]
        disk = try NodeDisk()
    }

    var name: String { "node\(slot)" }
    var storeFile: URL { URL(filePath: disk.path + "/data.mdb") }
    private var keyFile: URL { URL(filePath: disk.path + "/node.key") }

    /// The peer id of the node at a slot. It stays when another node takes the slot.
    static func peerID(of slot: Int) -> PeerID { PeerID("http://node\(slot)")! }  // Neither empty nor long.

    /// Writes a key file from the run's random numbers.
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
            folder: disk.path, mapSizeBytes: mapSizeBytes, group: groupFlag, time: clock, buildDate: .testBuildDate)
        options.nonce = random.nonce
        options.salt = random.salt
        options.recordsPerStep = recordsPerStep
        options.stepsWhileIdle = false
        return try ChatStore(options)
    }
}

/// The nonces and salts of messages that are posted at a node.
private final class RandomParts: Sendable {
    private let nonces: Mutex<Dice>
    private let salts: Mutex<Dice>

    init(seed: UInt64) {
        nonces = Mutex(Dice(seed: seed))
        salts = Mutex(Dice(seed: ~seed))
    }

    // Each type has as many bytes as are drawn.

    @Sendable func nonce() -> Nonce { try! Nonce(bytes: nonces.withLock { $0.bytes(Nonce.byteCount) }) }

    @Sendable func salt() -> Salt { try! Salt(bytes: salts.withLock { $0.bytes(Salt.byteCount) }) }
}
