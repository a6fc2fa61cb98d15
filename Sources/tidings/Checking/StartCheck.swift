import ChatModel
import ChatStore
import Logging

/// The check before a node opens a store whose last process did not shut down.
///
/// Without this check, the same damage would kill the node at each start, without a message.
struct StartCheck: Sendable {
    let process: CheckProcess
    let time: any TimeSource
    let logger: Logger

    /// A check that takes longer is announced in the log.
    private static let announcedAfter = Duration.seconds(1)

    /// Checks the store in a folder if the process that had it open last did not shut down.
    ///
    /// - Throws: ``StartError`` if no node should write to the store.
    func run(in folder: StoreFolder) async throws(StartError) {
        guard !warnsOfEmptyStore(in: folder) else { return }
        guard folder.hasRunningFile, folder.hasStore else { return }
        let start = time.monotonic
        let outcome = await announced { await process.check(folder.path, time: time) }
        if let reason = outcome.reasonNotToServe(folder.path) {
            throw StartError("\(Self.died) \(reason)")
        }
        var metadata: Logger.Metadata = ["took": "\(time.monotonic - start)"]
        if let process = folder.processInRunningFile { metadata["process"] = "\(process)" }
        log(outcome, metadata)
    }

    /// Warns if data.mdb is empty. A node that died before its first commit, or a power failure, leaves such a file.
    ///
    /// - Returns: whether it is empty.
    private func warnsOfEmptyStore(in folder: StoreFolder) -> Bool {
        guard folder.hasEmptyStore, folder.hasKey else { return false }
        logger.warning(
            """
            The node starts with an empty store: data.mdb in \(folder.path) has 0 bytes, although node.key shows that a \
            node has run in this folder. If that node had messages, stop this node, put a copy of data.mdb back and start \
            again.
            """)
        return true
    }

    private static let died = "The node's last process ended without a shutdown."

    private func log(_ outcome: CheckOutcome, _ metadata: Logger.Metadata) {
        switch outcome {
        case .finished(let report) where report.isSound:
            logger.info("\(Self.died) The store was checked and is sound.", metadata: metadata)
        case .finished(let report):
            log(report, metadata)
        case .refused(let error):
            logger.warning("\(Self.died) The store could not be checked. \(error.ownerSentence)", metadata: metadata)
        case .failed(let sentence):
            logger.warning("\(Self.died) The store could not be checked. \(sentence)", metadata: metadata)
        case .killed, .silent:
            break  // ``run(in:)`` throws for these.
        }
    }

    /// Logs the problems of a store with which a node runs.
    private func log(_ report: CheckReport, _ metadata: Logger.Metadata) {
        if let first = report.problemsOfBookkeeping.first {
            logger.warning(
                """
                \(Self.died) The store has damaged data beside the messages; stop the node and run `tidings check` for a \
                list. \(first)
                """,
                metadata: metadata)
        }
        let ids = report.damagedMessages
        guard !ids.isEmpty else { return }
        let list = ids.map(String.init).joined(separator: ", ")
        let count = report.listsAll ? "\(ids.count)" : "at least \(ids.count)"
        logger.warning(
            "\(Self.died) The store has damaged messages, which the node skips: \(count). Their ids: \(list).",
            metadata: metadata)
    }

    private func announced(_ check: @Sendable () async -> CheckOutcome) async -> CheckOutcome {
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                guard (try? await time.sleep(for: Self.announcedAfter)) != nil else { return }
                logger.notice("\(Self.died) The store is being checked.")
            }
            defer { group.cancelAll() }
            return await check()
        }
    }
}
