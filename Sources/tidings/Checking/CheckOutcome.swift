import ChatModel
import ChatStore
import Logging

/// The outcome of the check of a store, with the sentences for the node's owner. An error says that the store could not be
/// opened for the check.
typealias CheckOutcome = Result<CheckReport, StoreError>

extension CheckOutcome {
    /// Checks the store in a folder, which the caller has locked, and in which no store is open. Changes nothing there.
    ///
    /// LMDB pages have no checksums: damage to them can end the process that reads them with a signal. Then the process
    /// prints a sentence and ends with exit status 1.
    static func check(
        _ folder: StoreFolder, verifyingSignatures: Bool = false, isCancelled: @escaping () -> Bool = { false }
    ) -> CheckOutcome {
        DamageSignals.install(
            "The store in \(folder.path) is damaged: reading its LMDB pages ended the check. \(StoreError.remedy)",
            exitStatus: 1)
        return Result { () throws(StoreError) in
            try CheckReport(
                checking: folder.path, openPath: folder.openPath, verifyingSignatures: verifyingSignatures,
                isCancelled: isCancelled)
        }
    }

    /// Returns why no node should write to the store, and what to do; nil if a node may write.
    func reasonNotToServe(_ folder: String) -> String? {
        unsoundReason.map { "The store in \(folder) is damaged: \($0) \(StoreError.remedy)" }
    }

    /// A sentence that says why the store is unsound, so that no node may write to it; nil if the check did not find
    /// that.
    private var unsoundReason: String? {
        switch self {
        case .success(let report):
            guard let first = report.problemsOfStore.first else { return nil }
            return "\(first)" + (report.problemCount > 1 ? " (Further problems: \(report.problemCount - 1).)" : "")
        case .failure(.unsound(let reason)), .failure(.damaged(let reason)):
            return reason
        case .failure(let error):
            // After any other error, opening the store decides whether a node can run.
            return error.code == .storeTruncated ? error.description : nil
        }
    }

    // MARK: Output of `tidings check`

    /// 0 for a sound store, 1 for a store with problems, 2 if the store could not be checked.
    var exitStatus: Int32 {
        switch self {
        case .success(let report): report.isSound ? 0 : 1
        case .failure: unsoundReason == nil ? 2 : 1
        }
    }

    /// Returns the lines that the command prints, one sentence or more in each.
    func lines(_ folder: String) -> [String] {
        switch self {
        case .success(let report): Self.lines(report, folder)
        case .failure(let error): [error.ownerSentence]
        }
    }

    private static func lines(_ report: CheckReport, _ folder: String) -> [String] {
        let size = "\(report.messages) \(report.messages == 1 ? "message" : "messages"), \(report.bytes) bytes"
        guard !report.isSound else { return ["The store in \(folder) is sound: \(size)."] }
        var lines = report.problems.map(\.description)
        let unlisted = report.problemCount - report.problems.count
        if unlisted > 0 { lines.append("… and \(unlisted) more.") }
        lines.append("The store in \(folder) \(advice(report, size))")
        return lines
    }

    private static func advice(_ report: CheckReport, _ size: String) -> String {
        guard report.problemsOfStore.isEmpty else { return "is damaged (\(size)). \(StoreError.remedy)" }
        let rest = "has these problems and no others (\(size)). A node runs with them"
        let healing = report.damagedMessages.isEmpty ? "." : ", and gets damaged messages from its peers again."
        return report.problemsOfBookkeeping.isEmpty
            ? rest + healing : rest + healing + " To get rid of the problems: \(StoreError.remedy)"
    }

    // MARK: Log of the node

    /// Logs the outcome of a check after which the node starts.
    func log(to logger: Logger) {
        switch self {
        case .success(let report) where report.isSound:
            logger.info("The store was checked and is sound.")
        case .success(let report):
            Self.log(report, to: logger)
        case .failure(let error):
            logger.warning("The store could not be checked. \(error.ownerSentence)")
        }
    }

    private static func log(_ report: CheckReport, to logger: Logger) {
        if let first = report.problemsOfBookkeeping.first {
            logger.warning(
                """
                The store has damaged data beside the messages; stop the node and run `tidings check` for a list. \(first)
                """)
        }
        let ids = report.damagedMessages
        guard !ids.isEmpty else { return }
        let list = ids.map(\.description).joined(separator: ", ")
        let count = report.listsAll ? "\(ids.count)" : "at least \(ids.count)"
        logger.warning("The store has damaged messages, which the node skips: \(count). Their ids: \(list).")
    }
}
