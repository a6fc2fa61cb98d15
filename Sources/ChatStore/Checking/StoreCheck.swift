internal import ChatModel
internal import LMDB

/// A check of a whole store: whether its log, marks, indexes, numbers, post keys and quarantine fit together.
///
/// The check reads every entry of every table, and verifies each record with its checksum and each message with its digest.
final class StoreCheck {
    /// The records of the log that have a message, or had one before they were damaged.
    private(set) var messages = 0
    /// The number of records whose bytes are not what was written. It is unknown whether they had a message or were gone.
    private(set) var unreadable = 0
    private var problemsOfStore: [StoreProblem] = []
    private var problemsOfBookkeeping: [StoreProblem] = []
    private var problemsOfMessages: [StoreProblem] = []
    private var problemCount = 0
    /// The node's group; nil if it cannot be read.
    private var group: GroupID?
    private let verifiesSignatures: Bool
    private let onEntry: () -> Void

    /// - Parameters:
    ///   - verifiesSignatures: whether to verify the signature of each message, which takes about 100 µs. A record whose
    ///     checksum and digest are right has a wrong signature only if somebody wrote it on purpose.
    ///   - onEntry: called for each entry of each table.
    init(verifiesSignatures: Bool = false, onEntry: @escaping () -> Void = {}) {
        self.verifiesSignatures = verifiesSignatures
        self.onEntry = onEntry
    }

    /// Checks all tables.
    func run(_ tables: Tables, in transaction: borrowing ReadTransaction) {
        checkSettings(tables, in: transaction)
        let log = checkLog(tables, in: transaction)
        tables.indexes.checkTables(self, in: transaction)
        checkNumbers(tables, log, in: transaction)
        checkPostKeys(tables, in: transaction)
        checkQuarantine(tables, in: transaction)
    }

    /// The numbers of messages that the log may have: a damaged record may have been one without a message.
    var possibleMessages: ClosedRange<Int> { messages - unreadable...messages }

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
    /// - Returns: the number of entries.
    @discardableResult
    func scan<Key, Value>(
        _ table: Table<Key, Value>, in transaction: borrowing ReadTransaction,
        _ body: (Key, Value) throws -> Void = { _, _ in }
    ) -> Int {
        var count = 0
        var order = AscendingKeys()
        attempt("The table \(table.name) cannot be scanned to its end") {
            try table.scan(in: transaction) { key, value in
                try order.require(key.encoded())
                count += 1
                onEntry()
                try body(key, value)
                return .next
            }
            let stored = try table.count(in: transaction)
            if stored != count {
                note(.store("A scan of table \(table.name) found \(count) entries; LMDB counts \(stored)."))
            }
        }
        return count
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
    ///
    private func checkLog(_ tables: Tables, in transaction: borrowing ReadTransaction) -> LogExtent {
        var chain = MarkChain()
        var extent = LogExtent()
        let arrivals = (try? Arrivals(tables, in: transaction)) ?? .asCommitted
        var gone = 0
        let records = scan(tables.log, in: transaction) { id, bytes in
            extent.lastID = id
            guard let entry = try? Record.entry(bytes, at: LogID(key: id), arrivals), entry.hasRightDigest
            else {
                unreadable += 1
                note(.message(id, "Message \(id) is damaged: its bytes are not what was written."))
                chain.skip()
                return
            }
            if !chain.take(entry) {
                note(.message(id, "The mark of message \(id) does not continue the chain of marks."))
            }
            if case .message(let message) = entry.body {
                if group?.takes(message.group) == false {
                    note(.bookkeeping("Message \(id) is of the group \(message.group), which is not the node's group."))
                }
                extent.largestStamp = max(extent.largestStamp, message.stamp)
                extent.largestShown = max(extent.largestShown, message.stamp.displayStamp(arrival: entry.arrival))
            }
            if case .gone = entry.body { gone += 1 }
            if verifiesSignatures, !entry.hasValidSignature {
                note(
                    .message(
                        id, "The signature of message \(id) does not verify: its origin did not write this message."))
            }
            try tables.indexes.check(entry, self, in: transaction)
        }
        messages = records - gone
        return extent
    }

    /// The last id of the log, and the largest stamps of its readable messages.
    private struct LogExtent {
        var lastID: UInt64 = 0
        var largestStamp = Stamp.zero
        var largestShown = Stamp.zero
    }

    private func checkSettings(_ tables: Tables, in transaction: borrowing ReadTransaction) {
        scan(tables.settings, in: transaction)
        attempt("The node's group cannot be read") { group = try tables.group(in: transaction) }
    }

    private func checkNumbers(_ tables: Tables, _ log: LogExtent, in transaction: borrowing ReadTransaction) {
        scan(tables.meta, in: transaction)
        for (name, largest, label) in [
            (Meta.largestStamp, log.largestStamp, "stamp"), (.largestShown, log.largestShown, "display stamp"),
        ] {
            attempt("The largest \(label) cannot be read") {
                let stored = try tables.meta.get(name, in: transaction) ?? 0
                if stored < largest.rawValue {
                    note(
                        .bookkeeping(
                            "The stored largest \(label) \(stored) is below a message's \(label), \(largest.rawValue).")
                    )
                }
            }
        }
        attempt("The next id cannot be read") {
            let next = try tables.meta.get(.nextID, in: transaction) ?? 1
            checkClockSetbacks(tables, next, in: transaction)
            if next <= log.lastID || next > Limits.idCeiling {
                note(.store("The next id \(next) is not above the last id, \(log.lastID), or is above the largest id."))
            }
        }
    }

    private func checkClockSetbacks(
        _ tables: Tables, _ nextID: UInt64, in transaction: borrowing ReadTransaction
    ) {
        let count = scan(tables.clockSetbacks, in: transaction) { id, setback in
            // The next id itself is legal: no record was written after the setback was noted.
            if id > nextID || setback.isOver(at: setback.time) {
                note(.bookkeeping("The clock setback before message \(id) is impossible."))
            }
        }
        if count > ClockSetback.maximumCount {
            note(.bookkeeping("The store has \(count) clock setbacks and keeps at most \(ClockSetback.maximumCount)."))
        }
    }

    private func checkPostKeys(_ tables: Tables, in transaction: borrowing ReadTransaction) {
        let byID = scan(tables.postKeysByID, in: transaction) { id, key in
            if try tables.postKeys.get(key, in: transaction)?.id != id {
                note(
                    .bookkeeping(
                        "The post key of message \(id) is missing in the table of post keys, or belongs to another message."
                    ))
            }
            if try !tables.log.contains(id, in: transaction) {
                note(.bookkeeping("Message \(id) has a post key but is not in the log."))
            }
        }
        if scan(tables.postKeys, in: transaction) != byID {
            note(.bookkeeping("The two tables of post keys differ in length."))
        }
    }

    private func checkQuarantine(_ tables: Tables, in transaction: borrowing ReadTransaction) {
        var used: [[UInt8]: QuarantineUse] = [:]
        scan(tables.quarantine, in: transaction) { key, entry in
            used[key.peer, default: QuarantineUse()].entries += 1
            used[key.peer, default: QuarantineUse()].bytes += UInt64(entry.raw.count)
        }
        scan(tables.peers, in: transaction) { id, record in
            let peer = String(decoding: id, as: UTF8.self)
            let use = used.removeValue(forKey: id) ?? QuarantineUse()
            if use.entries != record.quarantine.entries || use.bytes != record.quarantine.bytes {
                note(.bookkeeping("The stored number or size of the quarantined messages of peer \(peer) is wrong."))
            }
            if record.lacksRetry {
                note(.bookkeeping("Messages of peer \(peer) were not stored, and the peer has no retry id."))
            }
        }
        for id in used.keys {
            note(
                .bookkeeping("The quarantine has messages of an unknown peer, \(String(decoding: id, as: UTF8.self))."))
        }
    }
}

/// Verifies that the marks of successive records form a chain.
///
/// After a wrong mark it accepts records that continue from that mark or from the right one, so one changed mark is one
/// problem.
private struct MarkChain {
    /// The marks from which the next record may continue; nil if the record before is damaged.
    private var candidates: [Mark]? = [.zero]

    /// Accepts any mark for the next record, because a damaged record says nothing about it.
    mutating func skip() { candidates = nil }

    /// - Returns: whether the record's mark continues the chain.
    mutating func take(_ entry: LogEntry) -> Bool {
        let right = candidates?.map { $0.appending(entry.digest) }
        let fits = right?.contains(entry.position.mark) ?? true
        candidates = [entry.position.mark] + (fits ? [] : right ?? [])
        return fits
    }
}
