import ChatStore
import Logging

/// What a node does before it opens the store of one that did not end by itself: otherwise damage that killed the last
/// would kill each that follows, without a word.
struct StartCheck: Sendable {
    let checker: StoreChecker
    let logger: Logger

    /// Longer checks are announced.
    private static let announcedAfter = Duration.seconds(1)

    /// Walks the store in a folder, if the process that had it open last died.
    ///
    /// - Throws: ``StartError`` if no node should write to the store.
    func run(in folder: StoreFolder) async throws(StartError) {
        guard !warnsOfEmptyStore(in: folder) else { return }
        guard folder.diedRunning, folder.hasStore else { return }
        let start = ContinuousClock.now
        let outcome = await announced { await checker.check(folder.path) }
        if let reason = outcome.reasonNotToServe(folder.path) {
            throw StartError("\(Self.died). \(reason)")
        }
        var metadata: Logger.Metadata = ["took": "\(ContinuousClock.now - start)"]
        if let process = folder.diedProcess { metadata["process"] = "\(process)" }
        log(outcome, metadata)
    }

    /// A node that dies before its first commit leaves such a file; else what it held is gone, and nobody is to find out
    /// from a chat that is empty.
    private func warnsOfEmptyStore(in folder: StoreFolder) -> Bool {
        guard folder.hasEmptyStore, folder.hasKey else { return false }
        logger.warning(
            """
            The node starts empty: data.mdb in \(folder.path) has 0 bytes, though node.key says that a node was here \
            before. If there were messages, stop the node, put a copy of data.mdb back and start again; else there is \
            nothing to do.
            """)
        return true
    }

    private static let died = "The node that ran here last did not end by itself"

    private func log(_ outcome: CheckOutcome, _ metadata: Logger.Metadata) {
        switch outcome {
        case .walked(let report) where report.isSound:
            logger.info("\(Self.died); its store was checked and is sound.", metadata: metadata)
        case .walked(let report):
            log(report, metadata)
        case .refused(let error):
            logger.warning("\(Self.died); its store could not be checked: \(error.ownerSentence)", metadata: metadata)
        case .ended(let sentence):
            logger.warning("\(Self.died); its store could not be checked: \(sentence)", metadata: metadata)
        case .killed, .silent:
            break  // Reasons not to serve.
        }
    }

    /// What is wrong with a store with which a node runs.
    private func log(_ report: StoreReport, _ metadata: Logger.Metadata) {
        if let first = report.problemsOfBookkeeping.first {
            logger.warning(
                "\(Self.died); in its store something beside the messages is wrong, as `tidings check` lists: \(first)",
                metadata: metadata)
        }
        let ids = report.damagedMessages
        guard !ids.isEmpty else { return }
        let list = ids.map(String.init).joined(separator: ", ")
        let known = report.listsAll ? "\(ids.count)" : "\(ids.count) or more"
        logger.warning("\(Self.died); damaged messages in its store: \(known), ids: \(list).", metadata: metadata)
    }

    private func announced(_ check: @Sendable () async -> CheckOutcome) async -> CheckOutcome {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [logger] in
                guard (try? await Task.sleep(for: Self.announcedAfter)) != nil else { return }
                logger.notice("\(Self.died): its store is being checked.")
            }
            defer { group.cancelAll() }
            return await check()
        }
    }
}
