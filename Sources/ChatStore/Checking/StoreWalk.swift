internal import LMDB

/// A walk under way: what it has met and what it has found.
final class StoreWalk {
    /// Messages met.
    var messages = 0
    /// Those of them that are damaged, and may have no place among the others of their room.
    var unreadable = 0
    private var problemsOfStore: [StoreProblem] = []
    private var problemsOfBookkeeping: [StoreProblem] = []
    private var problemsOfMessages: [StoreProblem] = []
    private var problemCount = 0
    private let isAlive: () -> Void

    /// - Parameter isAlive: called at each entry of each table.
    init(isAlive: @escaping () -> Void = {}) {
        self.isAlive = isAlive
    }

    /// Everything found, the worst first.
    var problems: [StoreProblem] { problemsOfStore + problemsOfBookkeeping + problemsOfMessages }

    func report(bytes: Int) -> StoreReport {
        StoreReport(messages: messages, bytes: bytes, problems: problems, problemCount: problemCount)
    }

    func findInStore(_ sentence: String) {
        Self.add(StoreProblem(extent: .store, description: sentence), to: &problemsOfStore)
        problemCount += 1
    }

    func findInBookkeeping(_ sentence: String) {
        Self.add(StoreProblem(extent: .bookkeeping, description: sentence), to: &problemsOfBookkeeping)
        problemCount += 1
    }

    func find(inMessage id: UInt64, _ sentence: String) {
        Self.add(StoreProblem(extent: .message(id), description: sentence), to: &problemsOfMessages)
        problemCount += 1
    }

    private static func add(_ problem: StoreProblem, to problems: inout [StoreProblem]) {
        if problems.count < StoreReport.maximumProblems { problems.append(problem) }
    }

    /// Runs `body`; what it throws is a finding.
    func attempt(_ what: String, _ body: () throws -> Void) {
        do {
            try body()
        } catch {
            let reason = "\(error)"
            findInStore("\(what): \(reason)" + (reason.hasSuffix(".") ? "" : "."))
        }
    }

    /// Walks a table from end to end and gives the number of its entries.
    ///
    /// Damage can lead from one page back to an earlier one, round and round: keys that do not ascend end the walk. A table
    /// that cannot be walked is damage to the store, whichever it is: pages that it lost may be another one's.
    @discardableResult
    func entries<Key, Value>(
        of table: Table<Key, Value>, in transaction: borrowing ReadTransaction,
        _ body: (Key, Value) throws -> Void = { _, _ in }
    ) -> Int {
        var count = 0
        var previous: [UInt8] = []
        attempt("The table \(table.name) cannot be walked to its end") {
            try table.scan(in: transaction) { key, value in
                let bytes = key.encoded()
                guard previous.lexicographicallyPrecedes(bytes) else { throw Disorder() }
                previous = bytes
                count += 1
                isAlive()
                try body(key, value)
                return .next
            }
            let stored = try table.count(in: transaction)
            if stored != count { findInStore("The table \(table.name) has \(count) entries where it says \(stored).") }
        }
        return count
    }

    /// Walks LMDB's list of free pages, which no table's entries show and only writes read.
    ///
    /// A wrong one kills the node that opens the store, or makes it write over what it has.
    func freePages(of environment: Environment, in transaction: borrowing ReadTransaction) {
        attempt("The list of free pages is damaged") {
            let info = try environment.info
            var isFree = [Bool](repeating: false, count: info.lastPage + 1)
            var previous = 0
            try transaction.scanFreePages { entry in
                guard (previous + 1...max(previous + 1, info.lastTransaction)).contains(entry.transaction) else {
                    throw Disorder()
                }
                previous = entry.transaction
                isAlive()
                for page in entry.pages {
                    // The first two are LMDB's own.
                    guard (2...max(2, info.lastPage)).contains(page), !isFree[page] else {
                        throw WrongPage(number: page)
                    }
                    isFree[page] = true
                }
                if !zip(entry.pages, entry.pages.dropFirst()).allSatisfy(>) { throw Disorder() }
            }
        }
    }

    private struct WrongPage: Error, CustomStringConvertible {
        let number: Int
        var description: String { "it names page \(number), which is not there or stands in it twice" }
    }

    private struct Disorder: Error, CustomStringConvertible {
        let description = "its keys do not ascend"
    }
}
