internal import LMDB

/// A walk under way: what it has met and what it has found.
final class StoreWalk {
    /// Entries between two signs of life.
    private static let entriesPerSign = 500

    /// Messages met.
    var messages = 0
    private var problemsOfStore: [StoreProblem] = []
    private var problemsOfMessages: [StoreProblem] = []
    private var problemCount = 0
    private var entries = 0
    private let isAlive: () -> Void

    /// - Parameter isAlive: called now and then.
    init(isAlive: @escaping () -> Void = {}) {
        self.isAlive = isAlive
    }

    /// Everything found, the worst first.
    var problems: [StoreProblem] { problemsOfStore + problemsOfMessages }

    func report(bytes: Int) -> StoreReport {
        StoreReport(messages: messages, bytes: bytes, problems: problems, problemCount: problemCount)
    }

    func findInStore(_ sentence: String) {
        Self.add(StoreProblem(messageID: nil, description: sentence), to: &problemsOfStore)
        problemCount += 1
    }

    func find(inMessage id: UInt64, _ sentence: String) {
        Self.add(StoreProblem(messageID: id, description: sentence), to: &problemsOfMessages)
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
            findInStore("\(what): \(error).")
        }
    }

    /// Walks a table from end to end and gives the number of its entries.
    ///
    /// Damage can lead from one page back to an earlier one, round and round: keys that do not ascend end the walk.
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
                met()
                try body(key, value)
                return .next
            }
            let stored = try table.count(in: transaction)
            if stored != count { findInStore("The table \(table.name) has \(count) entries where it says \(stored).") }
        }
        return count
    }

    private func met() {
        entries += 1
        if entries % Self.entriesPerSign == 0 { isAlive() }
    }

    private struct Disorder: Error, CustomStringConvertible {
        let description = "its keys do not ascend"
    }
}
