internal import ChatModel
internal import LMDB

/// The wanted messages, by the time since which they are wanted. A message with missing values is wanted since it was
/// stored, a damaged one since its damage was noted. The puller requests them from each peer.
struct WantedIndex: LogIndex {
    let table: Table<WantedKey, Empty>
    private let digests: DigestIndex

    init(in transaction: borrowing some Transaction & ~Copyable) throws {
        table = try Table("wanted", in: transaction)
        digests = try DigestIndex(in: transaction)
    }

    func insert(_ entry: LogEntry, in transaction: inout WriteTransaction) throws {
        guard let key = WantedKey(entry) else { return }
        try table.put(key, Empty(), in: &transaction)
    }

    func remove(_ entry: LogEntry, in transaction: inout WriteTransaction) throws {
        guard let key = WantedKey(entry) else { return }
        try table.delete(key, in: &transaction)
    }

    /// Adds a message whose record is now noted as damaged. If its values are missing, too, the message is wanted only
    /// once.
    ///
    /// - Parameters:
    ///   - arrival: the time in the damaged record, which may be wrong; nil if the record is too short.
    ///   - values: the state of the erasable values before the damage.
    /// - Complexity: O(log n), unless values are missing and the arrival is wrong. Then O(n) in the wanted messages.
    func insert(
        _ digest: Digest, damagedAt noted: UnixTime, arrival: UnixTime?, values: LogEntry.Values,
        in transaction: inout WriteTransaction
    ) throws {
        if values == .missing { try remove(digest, storedAt: arrival, in: &transaction) }
        try table.put(WantedKey(since: noted, digest: digest), Empty(), in: &transaction)
    }

    private func remove(
        _ digest: Digest, storedAt arrival: UnixTime?, in transaction: inout WriteTransaction
    ) throws {
        if let arrival, try table.delete(WantedKey(since: arrival, digest: digest), in: &transaction) { return }
        var found: WantedKey?
        try table.scan(in: transaction) { key, _ in
            guard key.digest == digest else { return .next }
            found = key
            return .stop
        }
        if let found { try table.delete(found, in: &transaction) }
    }

    /// Removes a message that is wanted since its damage was noted at the time `noted`.
    func remove(_ digest: Digest, damagedAt noted: UnixTime, in transaction: inout WriteTransaction) throws {
        try table.delete(WantedKey(since: noted, digest: digest), in: &transaction)
    }

    /// Returns the messages that should be requested from a peer at the time `now`, in the order in which they became due,
    /// at most `limit`.
    ///
    /// - Parameter asked: the last message for which the peer was asked; nil if it was never asked. One with a time after
    ///   `now` is ignored: the clock was set back.
    /// - Complexity: O(log n + limit), plus the messages that are due at the very time of `asked`.
    func due(
        at now: UnixTime, after asked: DueMessage?, limit: Int, in transaction: borrowing some Transaction & ~Copyable
    ) throws -> [DueMessage] {
        let asked = asked.flatMap { $0.due <= now ? $0 : nil }
        var all: [DueMessage] = []
        for number in 0..<WantedTimes.count {
            guard let times = WantedTimes.wanted(latest: number, at: now) else { break }
            all += try due(latest: number, wantedIn: times, after: asked, limit: limit, in: transaction)
        }
        return Array(all.sorted().prefix(limit))
    }

    private func due(
        latest number: Int, wantedIn times: ClosedRange<UnixTime>, after asked: DueMessage?, limit: Int,
        in transaction: borrowing some Transaction & ~Copyable
    ) throws -> [DueMessage] {
        let delay = WantedTimes.delay(of: number)
        let first = max(
            times.lowerBound,
            UnixTime(milliseconds: (asked?.due ?? UnixTime(milliseconds: 0)) - UnixTime(milliseconds: delay)))
        guard limit > 0, first <= times.upperBound else { return [] }
        var due: [DueMessage] = []
        let keys = KeyRange(
            lower: .inclusive(WantedKey(since: first, digest: .lowest)),
            upper: .inclusive(WantedKey(since: times.upperBound, digest: .highest)))
        try table.scan(keys, in: transaction) { key, _ in
            let message = DueMessage(due: key.since + delay, digest: key.digest)
            if asked.map({ $0 < message }) ?? true { due.append(message) }
            return due.count < limit ? .next : .stop
        }
        return due
    }

    func problem(with entry: LogEntry, in transaction: borrowing ReadTransaction) throws -> StoreProblem? {
        guard let key = WantedKey(entry), try !table.contains(key, in: transaction) else { return nil }
        return .bookkeeping("Message \(entry.id) lacks values, and the list of wanted messages does not have it.")
    }

    func checkTables(_ check: StoreCheck, in transaction: borrowing ReadTransaction) {
        check.scan(table, in: transaction) { key, _ in
            let stored = try digests.get(key.digest, in: transaction)
            if stored?.values != .missing, stored?.isDamaged != true {
                check.note(
                    .bookkeeping(
                        "The list of wanted messages has the digest \(key.digest), of which nothing is missing or damaged."
                    ))
            }
        }
    }
}

/// A wanted message: the time since which it is wanted (milliseconds since 1970, 8 bytes), digest (32 bytes).
struct WantedKey: TableKey {
    /// For missing values, the arrival of the record; for a damaged record, the time at which the damage was noted.
    let since: UnixTime
    let digest: Digest

    init(since: UnixTime, digest: Digest) {
        self.since = since
        self.digest = digest
    }

    /// The key of a message; nil for a record of which no values are missing.
    init?(_ entry: LogEntry) {
        guard entry.values == .missing else { return nil }
        self.init(since: entry.arrival, digest: entry.digest)
    }

    var encodedByteCount: Int { 8 + Digest.byteCount }

    func encode(into bytes: inout OutputRawSpan) {
        bytes.append(bigEndian: since.milliseconds)
        bytes.append(digest.bytes)
    }

    init(decoding bytes: RawSpan) throws {
        since = UnixTime(milliseconds: try bytes.bigEndian(at: 0))
        digest = try Digest(bytes: bytes.array(from: 8))
    }
}

extension Digest {
    static let lowest = Digest(repeating: 0x00)
    static let highest = Digest(repeating: 0xff)

    private init(repeating byte: UInt8) {
        self = try! Digest(bytes: [UInt8](repeating: byte, count: Digest.byteCount))  // The right number of bytes.
    }
}
