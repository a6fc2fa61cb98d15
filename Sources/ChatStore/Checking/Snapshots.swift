internal import ChatModel
internal import LMDB

/// The snapshots in which a check reads a store.
///
/// A ``ReadTransaction`` is one snapshot for a whole check. ``Slices`` read in many short snapshots.
protocol Snapshots: ~Copyable {
    /// Whether all reads see the same snapshot. Only then do numbers from two reads have to agree.
    var areOne: Bool { get }

    /// Reads in a snapshot.
    ///
    /// - Throws: ``LMDBError``; the errors of `body`.
    func read<Result>(_ body: (borrowing ReadTransaction) throws -> Result) throws -> Result

    /// Whether a scan should continue in another snapshot after it has read `count` entries in this one.
    func isLongEnough(after count: Int) -> Bool
}

extension ReadTransaction: Snapshots {
    var areOne: Bool { true }

    func read<Result>(_ body: (borrowing ReadTransaction) throws -> Result) throws -> Result { try body(self) }

    func isLongEnough(after count: Int) -> Bool { false }
}

/// Many short snapshots of a store to which a node writes at the same time.
///
/// LMDB cannot reuse LMDB pages that were freed after the oldest snapshot, so a long snapshot makes the file grow. The
/// pause before a snapshot is as long as the snapshot before it, so the node has the disk and the memory for itself for
/// about half of the time.
final class Slices: Snapshots {
    /// The most entries that a scan reads in one snapshot.
    static let maximumEntries = 1000
    /// The time after which a scan takes another snapshot. A process of low priority may keep a snapshot longer, because
    /// the system does not always let it run.
    static let maximumDuration = Duration.milliseconds(5)
    /// The shortest and the longest pause.
    static let pauses = Duration.milliseconds(1)...Duration.milliseconds(100)

    private let environment: Environment
    private let maximumEntries: Int
    private let time: any TimeSource
    private let pause: (Duration) -> Void
    private var start = Duration.zero
    private var lastDuration = Duration.zero

    /// - Parameter pause: blocks the thread for a time.
    init(
        of environment: Environment, maximumEntries: Int = Slices.maximumEntries, time: any TimeSource,
        pause: @escaping (Duration) -> Void
    ) {
        self.environment = environment
        self.maximumEntries = maximumEntries
        self.time = time
        self.pause = pause
    }

    var areOne: Bool { false }

    func read<Result>(_ body: (borrowing ReadTransaction) throws -> Result) throws -> Result {
        pause(min(max(lastDuration, Self.pauses.lowerBound), Self.pauses.upperBound))
        start = time.monotonic
        defer { lastDuration = time.monotonic - start }
        return try environment.read(body)
    }

    func isLongEnough(after count: Int) -> Bool {
        count >= maximumEntries || time.monotonic - start >= Self.maximumDuration
    }
}
