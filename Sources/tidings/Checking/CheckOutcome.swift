import ChatStore

/// How a walk over a store in another process ended, in sentences for the store's owner.
enum CheckOutcome: Hashable, Sendable {
    case walked(StoreReport)
    /// The store could not be walked, for the reason that the sentence gives.
    case refused(StoreError)
    /// LMDB, or the program, met something in the store that killed it.
    case killed(signal: Int32)
    /// The walk went on without getting anywhere.
    case silent(Duration)
    /// The walk could not begin, or something else ended it: the store is no worse than before.
    case ended(String)

    /// Why no node should write to the store, and what to do; nothing where one may.
    func reasonNotToServe(_ folder: String) -> String? {
        // Where the walk was refused, opening the store says whether a node can do without.
        damage(folder).map { "\($0) \(StoreError.remedy)" }
    }

    /// What is damaged beyond single messages.
    private func damage(_ folder: String) -> String? {
        switch self {
        case .walked(let report):
            guard let first = report.problemsOfStore.first else { return nil }
            return "The store in \(folder) is damaged: \(first)"
                + (report.problemCount > 1 ? " (Found besides: \(report.problemCount - 1).)" : "")
        case .killed(let signal):
            return "LMDB's pages in the store in \(folder) are damaged: walking them killed the process that did it "
                + "(\(Self.name(of: signal)))."
        case .silent(let duration):
            return "LMDB's pages in the store in \(folder) are damaged: walking them came no further for "
                + "\(duration.components.seconds) seconds."
        case .refused, .ended:
            return nil
        }
    }

    static func name(of signal: Int32) -> String {
        let names: [Int32: String] = [
            1: "SIGHUP", 2: "SIGINT", 3: "SIGQUIT", 4: "SIGILL", 5: "SIGTRAP", 6: "SIGABRT", 7: "SIGBUS", 8: "SIGFPE",
            9: "SIGKILL", 11: "SIGSEGV",
            15: "SIGTERM",
        ]
        return names[signal].map { "signal \(signal), \($0)" } ?? "signal \(signal)"
    }
}

// MARK: - The report of `tidings check`

extension CheckOutcome {
    /// 0 for a sound store, 1 for one that is not, 2 where that could not be found out.
    var exitStatus: Int32 {
        switch self {
        case .walked(let report): report.isSound ? 0 : 1
        case .killed, .silent: 1
        case .refused(let error): [.truncated, .damaged].contains(error.code) ? 1 : 2
        case .ended: 2
        }
    }

    /// What there is to say, a sentence a line.
    func lines(_ folder: String) -> [String] {
        switch self {
        case .walked(let report): Self.lines(report, folder)
        case .refused(let error): [error.ownerSentence]
        case .ended(let sentence): ["The store in \(folder) could not be walked: \(sentence)"]
        case .killed, .silent: [reasonNotToServe(folder) ?? ""]
        }
    }

    private static func lines(_ report: StoreReport, _ folder: String) -> [String] {
        let size = "\(report.messages) \(report.messages == 1 ? "message" : "messages"), \(report.bytes) bytes"
        guard !report.isSound else { return ["The store in \(folder) is sound: \(size)."] }
        var lines = report.problems.map(\.description)
        let unlisted = report.problemCount - report.problems.count
        if unlisted > 0 { lines.append("… and \(unlisted) more.") }
        lines.append(
            report.problemsOfStore.isEmpty
                ? "The store in \(folder) is sound but for this (\(size)). A node runs with it, and passes over messages "
                    + "that are damaged. To have it whole: \(StoreError.remedy)"
                : "The store in \(folder) is damaged (\(size)). \(StoreError.remedy)")
        return lines
    }
}
