import ChatStore

/// How a walk over a store in another process ended, in sentences for the store's owner.
enum CheckOutcome: Hashable, Sendable {
    case walked(StoreReport)
    /// The store could not be opened, for the reason that the sentence gives.
    case refused(String)
    /// LMDB, or the program, met something in the store that killed it.
    case killed(signal: Int32)
    /// The walk went on without getting anywhere.
    case silent(Duration)
    /// The walk could not begin, or something else ended it: the store is no worse than before.
    case ended(String)

    /// Why no node should write to the store, and what to do; nothing where one may.
    func reasonNotToServe(_ folder: String) -> String? {
        switch self {
        case .refused(let sentence): sentence
        case .ended: nil
        case .walked, .killed, .silent: damage(folder).map { "\($0) \(StoreError.remedy)" }
        }
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
            4: "SIGILL", 5: "SIGTRAP", 6: "SIGABRT", 7: "SIGBUS", 8: "SIGFPE", 9: "SIGKILL", 11: "SIGSEGV",
            15: "SIGTERM",
        ]
        return names[signal].map { "signal \(signal), \($0)" } ?? "signal \(signal)"
    }
}

// MARK: - The report of `tidings check`

extension CheckOutcome {
    var isSound: Bool {
        if case .walked(let report) = self { report.isSound } else { false }
    }

    /// What there is to say, a sentence a line.
    func lines(_ folder: String) -> [String] {
        switch self {
        case .walked(let report): Self.lines(report, folder)
        case .refused(let sentence): [sentence]
        case .ended(let sentence): ["The store in \(folder) could not be walked: \(sentence)"]
        case .killed, .silent: [reasonNotToServe(folder) ?? ""]
        }
    }

    private static func lines(_ report: StoreReport, _ folder: String) -> [String] {
        let size = "\(report.messages) messages, \(report.bytes) bytes"
        guard !report.isSound else { return ["The store in \(folder) is sound: \(size)."] }
        var lines = report.problems.map(\.description)
        let unlisted = report.problemCount - report.problems.count
        if unlisted > 0 { lines.append("… and \(unlisted) more.") }
        if report.problemsOfStore.isEmpty {
            lines.append(
                "The store in \(folder) is sound but for these messages (\(size)). A node runs with it and passes over "
                    + "those that are damaged. To have them back, put a backup in its place, or move data.mdb away, "
                    + "keep node.key, and let the node fill from its peers.")
        } else {
            lines.append("The store in \(folder) is damaged (\(size)). \(StoreError.remedy)")
        }
        return lines
    }
}
