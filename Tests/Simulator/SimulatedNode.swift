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
        /// Which puller runs for each peer.
        var pullerStarts: [Int: PullerStart] = [:]
        var startedPullers = 0
        var waiting: [Exchange] = []
        /// How often the store had decided to read each peer's log again when its puller was started.
        var pullerRewinds: [Int: UInt64] = [:]
        /// The last request of each puller.
        var requests: [Int: Exchange] = [:]
        /// The confirmed id of each requester.
        var read: [Int: LogID] = [:]

        /// When each peer last pulled over a connection that it has opened.
        var lastPulls: [Int: Duration] = [:]
    }

    let slot: Int
    let disk: NodeDisk
    let clock = SimulatedClock()
    /// The slots of the nodes it pulls from.
    var peers: [Int]
    private(set) var key: PublicKey?
    /// The peers that the owner has paused or removed.
    var blocked: [Int: PairedPeer.State] = [:]
    /// The cursors of peers that were pulled from, at the end of that, and how often their logs had been read again by then.
    var keptCursors: [Int: (cursor: Cursor, rewinds: UInt64)] = [:]
    /// Whether other nodes cannot open connections to this one, because it is behind a router.
    var isBehindRouter = false
    /// Whether it is behind a router for the whole run.
    var staysBehindRouter = false
    /// The founder of the group into which each start puts the node; nil for none.
    var founder: SigningKey?
    /// The group of the store.
    var group = GroupID.none
    /// The founder of the group that the node enters later.
    var laterFounder: SigningKey?
    /// The highest form of messages that the node's program knows.
    var highestForm = Message.highestForm
    /// A clone of this node. It answers the requests to this node while ``cloneAnswers`` is true.
    var clone: SimulatedNode?
    var cloneAnswers = false
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
    /// Whether the pages that it gets have no erasable values. It then names messages to its peers before it has their values.
    var getsNoValues = false { didSet { hasGotNoValues = hasGotNoValues || getsNoValues } }
    /// Whether that was ever so: what its peers have then said to be without values, it asks for a day later.
    private(set) var hasGotNoValues = false
    /// The messages that a page for this node had with their values, or listed as having them, over a link that transfers them:
    /// the last id of each at each node that has offered it.
    var offeredValues: [Digest: [Int: LogID]] = [:]
    var isDiskFull = false
    /// The highest id that clients of this node may know, also of a store that was replaced since.
    var highestNamed = LogID.zero
    /// Whether the whole folder was put back and its store has given no id since. Only the store knows that the ids file is a
    /// copy.
    var isFolderPutBack = false
    /// The ids that stores of this node have left out.
    let jumps = Jumps()
    private let random: RandomParts

    init(slot: Int, peers: [Int], mapSizeBytes: Int, seed: UInt64) throws {
        self.slot = slot
        self.peers = peers
        self.mapSizeBytes = mapSizeBytes
        random = RandomParts(seed: seed)
        disk = try NodeDisk()
    }

    var name: String { "node\(slot)" }
    var storeFile: URL { URL(filePath: disk.path + "/data.mdb") }
    /// Returns a function that says whether the node takes in a message: it is of the node's group or of none, and the node knows its
    /// author.
    func accepts() -> (NodeLog.Source) -> Bool {
        let members = try? lifetime?.store.membership()
        return { [group, key] source in
            group.accepts(source.group) && (source.origin == key || members?.knows(source.origin) != false)
        }
    }

    /// Whether the node knows that its membership has ended.
    var isFormerMember: Bool {
        guard let key, let members = try? lifetime?.store.membership() else { return false }
        return members.hasEnded(key)
    }

    private var keyFile: URL { URL(filePath: disk.path + "/node.key") }

    /// Writes a key file from the run's random numbers. A new folder also gets the ids file that a node would create.
    func writeKey(seed: [UInt8]) throws {
        try FileManager.default.createDirectory(atPath: disk.path, withIntermediateDirectories: true)
        if try idsFiles.isEmpty { try writeIDsFile("ids-below-1.lifetime-0") }
        try Data((Base64URL.encode(seed) + "\n").utf8).write(to: keyFile)
        key = try SigningKey(seed: seed).publicKey
    }

    func copyFolder(to other: SimulatedNode) throws {
        try FileManager.default.createDirectory(atPath: other.disk.path, withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: storeFile, to: other.storeFile)
        try FileManager.default.copyItem(at: keyFile, to: other.keyFile)
        other.key = key
        for name in try idsFiles { try other.writeIDsFile(name) }
    }

    /// The names of the ids files: one, unless the files of a copy were put beside it.
    var idsFiles: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: disk.path).filter { $0.hasPrefix("ids-below-") }
                .sorted()
        }
    }

    /// The last lifetime that the name of an ids file says.
    static func idsLifetime(_ names: [String]) -> Int {
        names.compactMap { $0.split(separator: "-").last.flatMap { Int($0) } }.max() ?? 0
    }

    /// Creates an ids file. A file with this name stays as it is.
    func writeIDsFile(_ name: String) throws {
        let path = disk.path + "/" + name
        guard !FileManager.default.fileExists(atPath: path) else { return }
        try Data().write(to: URL(filePath: path))
    }

    func renameIDsFile(_ old: String, to new: String) throws {
        guard old != new else { return }
        try FileManager.default.moveItem(atPath: disk.path + "/" + old, toPath: disk.path + "/" + new)
    }

    /// Returns the name of an ids file after 1,024 more ids were reserved.
    static func withMoreIDs(_ name: String) -> String {
        let parts = name.split(separator: ".", maxSplits: 1)
        let bound = parts[0].split(separator: "-").last.flatMap { Int($0) } ?? 1
        return "ids-below-\(bound + 1024).\(parts[1])"
    }

    func removeIDsFile(_ name: String) throws {
        try FileManager.default.removeItem(atPath: disk.path + "/" + name)
    }

    var hasStore: Bool { FileManager.default.fileExists(atPath: storeFile.path) }

    func removeStore() throws {
        try FileManager.default.removeItem(at: storeFile)
    }

    func openStore() throws -> ChatStore {
        var options = StoreOptions(
            folder: disk.path, mapSizeBytes: mapSizeBytes, time: clock, buildDate: .testBuildDate)
        options.highestForm = highestForm
        options.nonce = random.nonce
        options.salt = random.salt
        options.onJump = jumps.append
        return try ChatStore(options)
    }
}

/// The ids that the stores of a node have left out.
final class Jumps: Sendable {
    private let jumps = Mutex<[IDJump]>([])

    @Sendable func append(_ jump: IDJump) { jumps.withLock { $0.append(jump) } }

    /// Removes the jumps and returns them.
    func take() -> [IDJump] {
        jumps.withLock { jumps in
            defer { jumps = [] }
            return jumps
        }
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
