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
    let onEntry: () -> Void
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
        checkSets(tables, in: snapshots)
        checkNumbers(tables, in: snapshots)
        checkPostKeys(tables, in: snapshots)
        checkPeers(tables, in: snapshots)
        checkContacts(tables, in: snapshots)
        checkPairing(tables.pairing, in: snapshots)
        checkDamagedRecords(tables, in: snapshots)
    }

    /// Whether an index can have this number of entries if it has one for each message. A damaged record may have been
    /// gone, without a message. Reads in different snapshots decide nothing, so any number is possible then.
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
}
