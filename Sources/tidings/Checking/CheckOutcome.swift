import ChatModel
import ChatStore

/// The outcome of a check in the check process, with the sentences for the node's owner.
enum CheckOutcome: Hashable, Sendable {
    case finished(CheckReport)
    /// The check process could not open the store.
    case refused(StoreError)
    /// Damage in the store killed the check process.
    case killed(signal: Int32)
    /// The check process made no progress for this time.
    case silent(Duration)
    /// The check process could not be started, or was ended from outside. This says nothing about the store.
    case failed(String)

    /// Returns why no node should write to the store, and what to do; nil if a node may write.
    func reasonNotToServe(_ folder: String) -> String? {
        unsoundReason.map { "The store in \(folder) is damaged: \($0) \(StoreError.remedy)" }
    }

    /// A sentence that says why the store is unsound, so that no node may write to it; nil if the check did not find
    /// that.
    var unsoundReason: String? {
        switch self {
        case .finished(let report):
            guard let first = report.problemsOfStore.first else { return nil }
            return "\(first)" + (report.problemCount > 1 ? " (Further problems: \(report.problemCount - 1).)" : "")
        case .killed(let signal):
            return "Reading LMDB pages killed the check process (\(Self.name(of: signal)))."
        case .silent(let duration):
            return "The check process read LMDB pages for \(duration.components.seconds) seconds without progress."
        case .refused(.unsound(let reason)), .refused(.damaged(let reason)):
            return reason
        case .refused(let error):
            // After any other refusal, opening the store decides whether a node can run.
            return error.code == .storeTruncated ? error.description : nil
        case .failed:
            return nil
        }
    }

    /// A sentence that says why the store could not be checked; nil for every other outcome.
    var failure: String? {
        switch self {
        case .refused(let error): error.ownerSentence
        case .failed(let sentence): sentence
        case .finished, .killed, .silent: nil
        }
    }

    static func name(of signal: Int32) -> String {
        let names: [Int32: String] = [
            1: "SIGHUP", 2: "SIGINT", 3: "SIGQUIT", 4: "SIGILL", 5: "SIGTRAP", 6: "SIGABRT", 7: "SIGBUS", 8: "SIGFPE",
            9: "SIGKILL", 11: "SIGSEGV", 15: "SIGTERM",
        ]
        return names[signal].map { "signal \(signal), \($0)" } ?? "signal \(signal)"
    }
}

// MARK: - Output of `tidings check`

extension CheckOutcome {
    /// 0 for a sound store, 1 for a store with problems, 2 if the store could not be checked.
    var exitStatus: Int32 {
        switch self {
        case .finished(let report): report.isSound ? 0 : 1
        case .killed, .silent: 1
        case .refused: unsoundReason == nil ? 2 : 1
        case .failed: 2
        }
    }

    /// Returns the lines that the command prints, one sentence or more in each.
    func lines(_ folder: String) -> [String] {
        switch self {
        case .finished(let report): Self.lines(report, folder)
        case .refused(let error): [error.ownerSentence]
        case .failed(let sentence): ["The store in \(folder) could not be checked. \(sentence)"]
        case .killed, .silent: [reasonNotToServe(folder) ?? ""]
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
}
