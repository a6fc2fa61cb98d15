internal import ChatModel
internal import LMDB

/// The messages whose erasable values are missing, by the time at which they were stored. The puller requests them again
/// from each peer.
struct MissingValuesIndex: LogIndex {
    let table: Table<MissingValuesKey, Empty>
    private let digests: DigestIndex

    init(from opener: inout some TableOpener & ~Copyable) throws {
        table = try opener.table("missing-values")
        digests = try DigestIndex(from: &opener)
    }

    func insert(_ entry: LogEntry, in transaction: inout WriteTransaction) throws {
        guard let key = MissingValuesKey(entry) else { return }
        try table.put(key, Empty(), in: &transaction)
    }

    func remove(_ entry: LogEntry, in transaction: inout WriteTransaction) throws {
        guard let key = MissingValuesKey(entry) else { return }
        try table.delete(key, in: &transaction)
    }

    /// Returns the messages whose values should be requested from a peer at the time `now`, in the order in which they became
    /// due, at most `limit`.
    ///
    /// - Parameter asked: the last message for which the peer was asked; nil if it was never asked. One with a time after
    ///   `now` is ignored: the clock was set back.
    /// - Complexity: O(log n + limit), plus the messages that are due at the very time of `asked`.
    func due(
        at now: UnixTime, after asked: DueMessage?, limit: Int, in transaction: borrowing some Transaction & ~Copyable
    ) throws -> [DueMessage] {
        let asked = asked.flatMap { $0.due <= now ? $0 : nil }
        var all: [DueMessage] = []
        for round in 0..<ValueRounds.count {
            guard let times = ValueRounds.stored(inRound: round, at: now) else { break }
            all += try due(inRound: round, storedIn: times, after: asked, limit: limit, in: transaction)
        }
        return Array(all.sorted().prefix(limit))
    }

    private func due(
        inRound round: Int, storedIn times: ClosedRange<UnixTime>, after asked: DueMessage?, limit: Int,
        in transaction: borrowing some Transaction & ~Copyable
    ) throws -> [DueMessage] {
        let delay = ValueRounds.delay(of: round)
        let first = max(
            times.lowerBound,
            UnixTime(milliseconds: (asked?.due ?? UnixTime(milliseconds: 0)) - UnixTime(milliseconds: delay)))
        guard limit > 0, first <= times.upperBound else { return [] }
        var due: [DueMessage] = []
        let keys = KeyRange(
            lower: .inclusive(MissingValuesKey(stored: first, digest: .lowest)),
            upper: .inclusive(MissingValuesKey(stored: times.upperBound, digest: .highest)))
        try table.scan(keys, in: transaction) { key, _ in
            let message = DueMessage(due: key.stored + delay, digest: key.digest)
            if asked.map({ $0 < message }) ?? true { due.append(message) }
            return due.count < limit ? .next : .stop
        }
        return due
    }

    func problem(with entry: LogEntry, in transaction: borrowing ReadTransaction) throws -> StoreProblem? {
        guard let key = MissingValuesKey(entry), try !table.contains(key, in: transaction) else { return nil }
        return .bookkeeping("Message \(entry.id) lacks values, and the list of missing values does not have it.")
    }

    func checkTables(_ check: StoreCheck, in snapshots: borrowing some Snapshots & ~Copyable) {
        check.scan(table, in: snapshots) { key, _, transaction in
            if try digests.get(key.digest, in: transaction)?.values != .missing {
                check.note(
                    .bookkeeping(
                        "The list of missing values has the digest \(key.digest), whose values are not missing."))
            }
        }
    }
}

/// A message whose values are missing: the commit time of its record (milliseconds since 1970, 8 bytes), digest (32 bytes).
struct MissingValuesKey: TableKey {
    let stored: UnixTime
    let digest: Digest

    init(stored: UnixTime, digest: Digest) {
        self.stored = stored
        self.digest = digest
    }

    /// The key of a message; nil for a record of which no values are missing.
    init?(_ entry: LogEntry) {
        guard entry.values == .missing else { return nil }
        self.init(stored: entry.commitTime, digest: entry.digest)
    }

    func encoded() -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: stored.milliseconds)
        return bytes + digest.bytes
    }

    init(decoding bytes: RawSpan) throws {
        stored = UnixTime(milliseconds: try bytes.bigEndian(at: 0))
        digest = try Digest(bytes: bytes.array(from: 8))
    }
}

extension Digest {
    fileprivate static let lowest = Digest(repeating: 0x00)
    fileprivate static let highest = Digest(repeating: 0xff)

    private init(repeating byte: UInt8) {
        self = try! Digest(bytes: [UInt8](repeating: byte, count: Digest.byteCount))  // The right number of bytes.
    }
}

extension Tables {
    var missingValuesIndex: MissingValuesIndex { indexes[MissingValuesIndex.self] }
}
