internal import ChatModel
internal import LMDB

/// A check of a store: whether its log, marks, indexes, numbers, post keys and quarantine fit together.
///
/// The check reads every entry of every table, and verifies each record with its checksum and each message with its digest.
///
/// In one snapshot the check is complete. In ``Slices``, while a node writes, the check judges each entry by the other
/// tables in the same snapshot. So it finds every damaged record and every missing index entry; it does not count the
/// entries of tables, and so does not find superfluous ones. It reads as many entries of each table as the table had at
/// first, and ends even if the node writes faster than the check reads.
final class StoreCheck {
    /// The records of the log that have a message, or had one before they were damaged.
    private(set) var messages = 0
    /// The number of unidentified damaged records. It is unknown whether they had a message or were gone.
    private(set) var unreadable = 0
    private var problemsOfStore: [StoreProblem] = []
    private var problemsOfBookkeeping: [StoreProblem] = []
    private var problemsOfMessages: [StoreProblem] = []
    private var problemCount = 0
    /// The kinds of stamps of which a message has a larger one than the store notes. Each is one problem.
    private var exceeded: Set<String> = []
    private let verifiesSignatures: Bool
    private let onEntry: () -> Void
    private let onProblem: (StoreProblem) -> Void

    /// - Parameters:
    ///   - verifiesSignatures: whether to verify the signature of each message, which takes about 100 µs. A record whose
    ///     checksum and digest are right has a wrong signature only if somebody wrote it on purpose.
    ///   - onEntry: called for each entry of each table.
    ///   - onProblem: called for each problem, also for those that the report does not list.
    init(
        verifiesSignatures: Bool = false, onEntry: @escaping () -> Void = {},
        onProblem: @escaping (StoreProblem) -> Void = { _ in }
    ) {
        self.verifiesSignatures = verifiesSignatures
        self.onEntry = onEntry
        self.onProblem = onProblem
    }

    /// Checks all tables.
    func run(_ tables: Tables, in snapshots: borrowing some Snapshots & ~Copyable) {
        checkSettings(tables, in: snapshots)
        checkLog(tables, in: snapshots)
        tables.indexes.checkTables(self, in: snapshots)
        checkNumbers(tables, in: snapshots)
        checkPostKeys(tables, in: snapshots)
        checkPeers(tables, in: snapshots)
        checkDamagedRecords(tables, in: snapshots)
    }

    /// Whether an index can have this number of entries if it has one for each message. A damaged record may have been one
    /// without a message. Reads at different times cannot decide, so any number is possible then.
    func isPossible(_ count: Int, in snapshots: borrowing some Snapshots & ~Copyable) -> Bool {
        !snapshots.areOne || (messages - unreadable...messages).contains(count)
    }

    /// The problems so far, the worst first; of each extent the first ``CheckReport/maximumProblems``.
    var problems: [StoreProblem] { problemsOfStore + problemsOfBookkeeping + problemsOfMessages }

    func report(bytes: Int) -> CheckReport {
        CheckReport(messages: messages, bytes: bytes, problems: problems, problemCount: problemCount)
    }
}

// MARK: - For the checks of tables

extension StoreCheck {
    func note(_ problem: StoreProblem) {
        problemCount += 1
        onProblem(problem)
        switch problem.extent {
        case .store: Self.append(problem, to: &problemsOfStore)
        case .bookkeeping: Self.append(problem, to: &problemsOfBookkeeping)
        case .message: Self.append(problem, to: &problemsOfMessages)
        }
    }

    private static func append(_ problem: StoreProblem, to problems: inout [StoreProblem]) {
        if problems.count < CheckReport.maximumProblems { problems.append(problem) }
    }

    /// Runs `body`, and notes an error that it throws as a problem of the store.
    func attempt(_ failure: String, _ body: () throws -> Void) {
        do {
            try body()
        } catch {
            let reason = "\(error)"
            note(.store("\(failure): \(reason)" + (reason.hasSuffix(".") ? "" : ".")))
        }
    }

    /// Scans a table from its first to its last entry.
    ///
    /// The scan ends where keys do not ascend, because damage can lead from an LMDB page back to an earlier one for ever.
    /// A table that cannot be scanned is a problem of the store whichever table it is: its lost LMDB pages may be another
    /// table's.
    ///
    /// - Parameter body: called with each entry and its snapshot.
    /// - Returns: the number of entries.
    @discardableResult
    func scan<Key, Value>(
        _ table: Table<Key, Value>, in snapshots: borrowing some Snapshots & ~Copyable,
        _ body: (Key, Value, borrowing ReadTransaction) throws -> Void = { _, _, _ in }
    ) -> Int {
        scan(table, in: snapshots, beforeSlice: { _ in }, body)
    }

    /// Scans a table as ``scan(_:in:_:)``.
    ///
    /// - Parameter beforeSlice: called in each snapshot before its first entry.
    private func scan<Key, Value>(
        _ table: Table<Key, Value>, in snapshots: borrowing some Snapshots & ~Copyable,
        beforeSlice: (borrowing ReadTransaction) throws -> Void,
        _ body: (Key, Value, borrowing ReadTransaction) throws -> Void
    ) -> Int {
        var progress = ScanProgress<Key>()
        attempt("The table \(table.name) cannot be scanned to its end") {
            while !progress.isAtEnd {
                try snapshots.read { transaction in
                    try beforeSlice(transaction)
                    try scanSlice(table, &progress, in: snapshots, transaction, body)
                }
            }
        }
        return progress.count
    }

    /// Continues a scan in one snapshot.
    private func scanSlice<Key, Value>(
        _ table: Table<Key, Value>, _ progress: inout ScanProgress<Key>,
        in snapshots: borrowing some Snapshots & ~Copyable, _ transaction: borrowing ReadTransaction,
        _ body: (Key, Value, borrowing ReadTransaction) throws -> Void
    ) throws {
        let stored = try table.count(in: transaction)
        let most = snapshots.areOne ? .max : progress.most ?? stored
        progress.most = most
        let countBefore = progress.count
        progress.isAtEnd = true
        guard countBefore < most else { return }
        try table.scan(progress.rest, in: transaction) { key, value in
            try progress.take(key)
            onEntry()
            try body(key, value, transaction)
            guard progress.count < most else { return .stop }
            guard snapshots.isLongEnough(after: progress.count - countBefore) else { return .next }
            progress.isAtEnd = false
            return .stop
        }
        if snapshots.areOne, stored != progress.count {
            note(.store("A scan of table \(table.name) found \(progress.count) entries; LMDB counts \(stored)."))
        }
    }

    /// Scans LMDB's list of free pages, which only writes read. A wrong list kills the node that opens the store, or makes
    /// it overwrite data.
    func scanFreePages(of environment: Environment, in transaction: borrowing ReadTransaction) {
        attempt("The list of free pages is damaged") {
            let info = try environment.info
            var isFree = [Bool](repeating: false, count: info.lastPage + 1)
            var previous = 0
            try transaction.scanFreePages { entry in
                guard (previous + 1...max(previous + 1, info.lastTransaction)).contains(entry.transaction) else {
                    throw KeysNotAscending()
                }
                previous = entry.transaction
                onEntry()
                for page in entry.pages {
                    // LMDB itself uses the first two pages.
                    guard (2...max(2, info.lastPage)).contains(page), !isFree[page] else {
                        throw WrongPage(number: page)
                    }
                    isFree[page] = true
                }
                if !zip(entry.pages, entry.pages.dropFirst()).allSatisfy(>) { throw KeysNotAscending() }
            }
        }
    }
}

/// The position of a scan that reads a table in several snapshots.
private struct ScanProgress<Key: TableKey> {
    /// The number of entries so far.
    private(set) var count = 0
    /// The number of entries that the scan reads at most; nil before the first snapshot.
    var most: Int?
    var isAtEnd = false
    /// The keys that are not scanned yet.
    private(set) var rest = KeyRange<Key>.all
    private var order = AscendingKeys()

    /// - Throws: an error if the key is not above the one before.
    mutating func take(_ key: Key) throws {
        try order.require(key.encoded())
        rest = .after(key)
        count += 1
    }
}

/// Proves that keys ascend.
struct AscendingKeys {
    private var previous: [UInt8] = []

    /// - Throws: an error if the key is not above the one before.
    mutating func require(_ key: [UInt8]) throws {
        guard previous.lexicographicallyPrecedes(key) else { throw KeysNotAscending() }
        previous = key
    }
}

private struct KeysNotAscending: Error, CustomStringConvertible {
    let description = "the keys do not ascend"
}

private struct WrongPage: Error, CustomStringConvertible {
    let number: Int
    var description: String { "page \(number) does not exist or is in the list twice" }
}

// MARK: - The tables

extension StoreCheck {
    /// Checks that each record is what was written, continues the chain of marks and is in every index.
    private func checkLog(_ tables: Tables, in snapshots: borrowing some Snapshots & ~Copyable) {
        var chain = MarkChain()
        var surroundings = Surroundings()
        var gone = 0
        let records = scan(tables.log, in: snapshots) { transaction in
            surroundings = Surroundings(tables, in: transaction)
            try chain.resume(tables, in: transaction)
        } _: { id, bytes, transaction in
            guard let entry = try? Record.entry(bytes, at: LogID(key: id), surroundings.arrivals), entry.hasRightDigest
            else {
                let noted = try tables.damagedRecords.get(id, in: transaction)
                if noted?.isOpen == false { gone += 1 }
                return checkDamaged(id, noted, &chain)
            }
            if !chain.take(id, entry.position.mark, entry.digest) {
                note(.message(id, Self.brokenChain(id)))
            }
            if case .message(let message) = entry.body { check(message, entry, surroundings) }
            if case .gone = entry.body { gone += 1 }
            if verifiesSignatures, !entry.hasValidSignature {
                note(
                    .message(
                        id, "The signature of message \(id) does not verify: its origin did not write this message."))
            }
            try tables.indexes.check(entry, self, in: transaction)
        }
        messages = records - gone
    }

    /// Notes a damaged record, unless its message has a later id.
    private func checkDamaged(_ id: UInt64, _ noted: DamagedRecord?, _ chain: inout MarkChain) {
        let damage = "Message \(id) is damaged: its bytes are not what was written."
        switch noted?.state {
        case nil:
            unreadable += 1
            note(.message(id, damage))
            chain.skip(id)
        case .unidentified:
            unreadable += 1
            note(.message(id, "\(damage) The store has noted that, and does not know its digest."))
            chain.skip(id)
        case .wanted(let mark, let digest):
            note(.message(id, "\(damage) The node asks its peers for it."))
            if !chain.take(id, mark, digest) { note(.message(id, Self.brokenChain(id))) }
        case .gone(let mark, let digest):
            if !chain.take(id, mark, digest) { note(.message(id, Self.brokenChain(id))) }
        }
    }

    private static func brokenChain(_ id: UInt64) -> String {
        "The mark of message \(id) does not continue the chain of marks."
    }

    private func checkDamagedRecords(_ tables: Tables, in snapshots: borrowing some Snapshots & ~Copyable) {
        var open: UInt64 = 0
        let count = scan(tables.damagedRecords, in: snapshots) { id, noted, transaction in
            if noted.isOpen { open += 1 }
            let record = try tables.log.get(id, in: transaction)
            if let record, (try? Record.entry(record, at: LogID(key: id), .asCommitted)) != nil {
                note(.bookkeeping("Message \(id) is noted as damaged, and its record is not damaged."))
            }
            switch noted.state {
            case .unidentified: break
            case .wanted(_, let digest):
                let stored = try tables.digestIndex.get(digest, in: transaction)
                let key = WantedKey(since: noted.noted, digest: digest)
                if stored?.id != id || stored?.isDamaged != true {
                    note(.bookkeeping("The index of digests has no damaged message \(id), which is noted as damaged."))
                } else if try !tables.wantedIndex.table.contains(key, in: transaction) {
                    note(.bookkeeping("Message \(id) is damaged, and the list of wanted messages does not have it."))
                }
            case .gone(_, let digest):
                if try tables.digestIndex.get(digest, in: transaction).map({ $0.id <= id }) == true {
                    note(.bookkeeping("Damaged message \(id) is noted as gone, and has no later id."))
                }
            }
        }
        if count > DamagedRecord.maximumCount {
            note(
                .bookkeeping(
                    "The store has noted \(count) damaged records and notes at most \(DamagedRecord.maximumCount)."))
        }
        attempt("The number of damaged messages cannot be read") {
            let stored = try snapshots.read { try tables.meta.get(.damaged, in: $0) } ?? 0
            if snapshots.areOne, stored != open {
                note(.bookkeeping("The store has \(open) damaged messages and counts \(stored)."))
            }
        }
    }

    /// What the records of one snapshot are compared with.
    private struct Surroundings {
        /// The node's group; nil if it cannot be read.
        var group: GroupID?
        var arrivals = Arrivals.asCommitted
        /// The largest stamps; ``Stamp/latest`` if they cannot be read.
        var largestStamp = Stamp.latest
        var largestShown = Stamp.latest

        init() {}

        /// Reads the values. ``StoreCheck`` notes in another place that one cannot be read.
        init(_ tables: Tables, in transaction: borrowing ReadTransaction) {
            func largest(_ name: Meta) -> Stamp {
                (try? tables.meta.get(name, in: transaction) ?? 0).map(Stamp.init(rawValue:)) ?? .latest
            }
            group = try? tables.group(in: transaction)
            arrivals = (try? Arrivals(tables, in: transaction)) ?? .asCommitted
            largestStamp = largest(.largestStamp)
            // The largest display stamp is that after the last step of a clock setback.
            if (try? SetbackSteps(tables).areTaken(in: transaction)) == true { largestShown = largest(.largestShown) }
        }
    }

    private func check(_ message: Message, _ entry: LogEntry, _ surroundings: Surroundings) {
        if surroundings.group?.takes(message.group) == false {
            note(
                .bookkeeping("Message \(entry.id) is of the group \(message.group), which is not the node's group."))
        }
        check(message.stamp, against: surroundings.largestStamp, "stamp")
        check(
            message.stamp.displayStamp(arrival: entry.arrival), against: surroundings.largestShown, "display stamp")
    }

    private func check(_ stamp: Stamp, against largest: Stamp, _ label: String) {
        guard stamp > largest, exceeded.insert(label).inserted else { return }
        note(
            .bookkeeping(
                "The stored largest \(label) \(largest.rawValue) is below a message's \(label), \(stamp.rawValue)."))
    }

    private func checkSettings(_ tables: Tables, in snapshots: borrowing some Snapshots & ~Copyable) {
        scan(tables.settings, in: snapshots)
        attempt("The node's group cannot be read") {
            _ = try snapshots.read { try tables.group(in: $0) }
        }
    }

    private func checkNumbers(_ tables: Tables, in snapshots: borrowing some Snapshots & ~Copyable) {
        scan(tables.meta, in: snapshots)
        attempt("The next id cannot be read") {
            try snapshots.read { transaction in
                let next = try tables.meta.get(.nextID, in: transaction) ?? 1
                let last = try tables.log.last(in: transaction)?.key ?? 0
                if next <= last || next > Limits.idCeiling {
                    note(.store("The next id \(next) is not above the last id, \(last), or is above the largest id."))
                }
            }
        }
        checkClockSetbacks(tables, in: snapshots)
    }

    private func checkClockSetbacks(_ tables: Tables, in snapshots: borrowing some Snapshots & ~Copyable) {
        scan(tables.clockSetbacks, in: snapshots) { id, setback, transaction in
            if try id >= tables.meta.get(.nextID, in: transaction) ?? 1 || !setback.isPossible(before: id) {
                note(.bookkeeping("The clock setback before message \(id) is impossible."))
            }
        }
        attempt("The clock setbacks cannot be counted") {
            let count = try snapshots.read { try tables.clockSetbacks.count(in: $0) }
            guard count > ClockSetback.maximumRecords else { return }
            note(
                .bookkeeping("The store has \(count) clock setbacks and keeps at most \(ClockSetback.maximumRecords)."))
        }
    }

    private func checkPostKeys(_ tables: Tables, in snapshots: borrowing some Snapshots & ~Copyable) {
        let byID = scan(tables.postKeys.nonces, in: snapshots) { id, nonce, transaction in
            if try tables.postKeys.ids.get(nonce, in: transaction) != id {
                note(
                    .bookkeeping(
                        "The post key of message \(id) is missing in the table of post keys, or belongs to another message."
                    ))
            }
            guard let bytes = try tables.log.get(id, in: transaction) else {
                note(.bookkeeping("Message \(id) has a post key but is not in the log."))
                return
            }
            guard let entry = try? Record.entry(bytes, at: LogID(key: id), .asCommitted) else { return }
            guard case .message(let message) = entry.body, message.nonce.bytes == nonce else {
                note(.bookkeeping("The post key of message \(id) belongs to another message."))
                return
            }
        }
        if scan(tables.postKeys.ids, in: snapshots) != byID, snapshots.areOne {
            note(.bookkeeping("The two tables of post keys differ in length."))
        }
    }

    private func checkPeers(_ tables: Tables, in snapshots: borrowing some Snapshots & ~Copyable) {
        var unknown: Set<[UInt8]> = []
        scan(tables.quarantine, in: snapshots) { key, _, transaction in
            guard try !tables.peers.contains(key.peer, in: transaction), unknown.insert(key.peer).inserted else {
                return
            }
            let peer = String(decoding: key.peer, as: UTF8.self)
            note(.bookkeeping("The quarantine has messages of an unknown peer, \(peer)."))
        }
        scan(tables.gaps, in: snapshots) { key, _, transaction in
            guard try !tables.peers.contains(key.peer, in: transaction), unknown.insert(key.peer).inserted else {
                return
            }
            let peer = String(decoding: key.peer, as: UTF8.self)
            note(.bookkeeping("There are gaps in the log of an unknown peer, \(peer)."))
        }
        scan(tables.peers, in: snapshots) { id, record, transaction in
            let peer = String(decoding: id, as: UTF8.self)
            let use = try PeerID(peer).map { try quarantineUse(of: $0, tables, in: transaction) }
            if use?.entries != record.quarantine.entries || use?.bytes != record.quarantine.bytes {
                note(.bookkeeping("The stored number or size of the quarantined messages of peer \(peer) is wrong."))
            }
            let gaps = try PeerID(peer).map { try checkGaps(of: $0, tables, in: transaction) }
            if record.skipped > 0, gaps == 0 {
                note(.bookkeeping("Messages of peer \(peer) were not stored, and no gap in its log is noted."))
            }
        }
    }

    /// - Complexity: O(the peer's quarantined messages), at most ``QuarantineUse/maximumEntries``.
    private func quarantineUse(
        of peer: PeerID, _ tables: Tables, in transaction: borrowing ReadTransaction
    ) throws -> QuarantineUse {
        var use = QuarantineUse()
        try tables.quarantine.scan(QuarantineKey.range(of: peer), in: transaction) { _, entry in
            use.entries += 1
            use.bytes += UInt64(entry.raw.count)
            return .next
        }
        return use
    }
}

extension StoreCheck {
    /// Checks that the gaps of a peer ascend, are apart and are not too many.
    ///
    /// - Returns: the gaps of messages that were not stored for another reason than a later form.
    /// - Complexity: O(the peer's gaps), at most twice ``Limits/gaps``.
    private func checkGaps(of peer: PeerID, _ tables: Tables, in transaction: borrowing ReadTransaction) throws -> Int {
        var notStored = 0
        for kind in [GapKey.Kind.notStored, .laterForm] {
            var (count, last) = (0, LogID?.none)
            try tables.gaps.scan(GapKey.range(of: peer, kind), in: transaction) { key, record in
                count += 1
                guard let gap = record.gap(key) else {
                    note(.bookkeeping("A gap in the log of peer \(peer) from id \(key.first) on is impossible."))
                    return .next
                }
                if let last, gap.before.id <= last {
                    note(.bookkeeping("Two gaps in the log of peer \(peer) touch at id \(gap.before.id)."))
                }
                last = gap.last
                return .next
            }
            if count > Limits.gaps {
                note(.bookkeeping("The log of peer \(peer) has \(count) gaps, more than \(Limits.gaps)."))
            }
            if kind == .notStored { notStored = count }
        }
        return notStored
    }
}

/// Verifies that the marks of successive records form a chain.
///
/// After a wrong mark it accepts records that continue from that mark or from the right one, so one changed mark is one
/// problem.
private struct MarkChain {
    /// The marks from which the next record may continue; nil if the record before is damaged.
    private var candidates: [Mark]? = [.zero]
    /// The id of the record before; nil before the first.
    private var last: UInt64?

    /// Continues the chain in a later snapshot.
    ///
    /// If the record before has another mark there, the chain continues from that mark. This happens only if a commit
    /// failed whose records an earlier snapshot showed.
    mutating func resume(_ tables: Tables, in transaction: borrowing ReadTransaction) throws {
        guard let last, let candidates else { return }
        let mark = try tables.log.get(last, in: transaction).flatMap { record in
            Record.isWhole(record)
                ? Record.mark(of: record) : try tables.damagedRecords.get(last, in: transaction)?.mark
        }
        if mark.map(candidates.contains) != true { self.candidates = mark.map { [$0] } }
    }

    /// Accepts any mark for the next record, because a damaged record says nothing about it.
    mutating func skip(_ id: UInt64) {
        candidates = nil
        last = id
    }

    /// - Returns: whether the record's mark continues the chain.
    mutating func take(_ id: UInt64, _ mark: Mark, _ digest: Digest) -> Bool {
        let right = candidates?.map { $0.appending(digest) }
        let fits = right?.contains(mark) ?? true
        candidates = [mark] + (fits ? [] : right ?? [])
        last = id
        return fits
    }
}
