internal import ChatModel
internal import LMDB

/// A check of a store: whether its log, marks, indexes, numbers and post keys fit together.
///
/// The check reads every entry of every table, and verifies each record with its checksum and each message with its digest.
final class StoreCheck {
    /// The records of the log that have a message, or had one before they were damaged.
    var messages = 0
    /// The number of damaged records of which the store does not know the digest. It is unknown whether they had a
    /// message or were gone.
    var unreadable = 0
    private var problemsOfStore: [StoreProblem] = []
    private var problemsOfBookkeeping: [StoreProblem] = []
    private var problemsOfMessages: [StoreProblem] = []
    private var problemCount = 0
    /// The kinds of stamps whose stored largest value is below that of a message. Each kind is one problem.
    var exceeded: Set<String> = []
    let verifiesSignatures: Bool
    /// Returns true to end the check early. The caller then ignores the problems, which are incomplete.
    let isCancelled: () -> Bool

    /// - Parameters:
    ///   - verifiesSignatures: whether to verify the signature of each message, which takes about 100 µs. A record whose
    ///     checksum and digest are right has a wrong signature only if somebody wrote it on purpose.
    ///   - isCancelled: called for each entry of each table.
    init(verifiesSignatures: Bool = false, isCancelled: @escaping () -> Bool = { false }) {
        self.verifiesSignatures = verifiesSignatures
        self.isCancelled = isCancelled
    }

    /// Checks all tables.
    func run(_ tables: Tables, in transaction: borrowing ReadTransaction) {
        checkSettings(tables, in: transaction)
        checkLog(tables, in: transaction)
        tables.indexes.checkTables(self, in: transaction)
        checkNumbers(tables, in: transaction)
        checkPostKeys(tables, in: transaction)
        checkPeers(tables, in: transaction)
        checkContacts(tables, in: transaction)
        checkPairing(tables.pairing, in: transaction)
        checkDamagedRecords(tables, in: transaction)
    }

    /// Whether an index can have this number of entries if it has one for each message. A damaged record may have been
    /// gone, without a message.
    func isPossible(_ count: Int) -> Bool { (messages - unreadable...messages).contains(count) }

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
}
