import ChatModel
import ChatStore
import Logging
import Synchronization

/// The check before a node opens its store. It happens only if the last process died within a minute of its start, or
/// if the store is known to be unsound.
///
/// Without this check, the same damage could kill the node at each start, and nothing would say why. Any other node
/// serves at once, and ``RunningCheck`` checks its store meanwhile: LMDB's file is intact after a kill, and a check
/// takes minutes for ten million messages.
struct StartCheck: Sendable {
    let process: CheckProcess
    let time: any TimeSource
    let logger: Logger

    /// A check that takes longer is announced in the log.
    private static let announcedAfter = Duration.seconds(1)

    struct Result: Sendable {
        /// Whether nothing is left to check: the check has ended, or the folder has no store.
        var isComplete = false
        var damagedMessages: [LogID] = []
    }

    /// Checks the store in a folder if it needs a check before it is opened.
    ///
    /// - Throws: ``StartError`` if no node should write to the store; `CancellationError`.
    func run(in folder: StoreFolder) async throws -> Result {
        guard folder.hasStore, !warnsOfEmptyStore(in: folder) else { return Result(isComplete: true) }
        guard folder.needsCheckBeforeOpening else { return Result() }
        let damaged = Mutex<[LogID]>([])
        let isKnownAsUnsound = folder.isKnownAsUnsound
        let reason =
            isKnownAsUnsound
            ? "The store was found to be damaged before."
            : "The node's last process died within a minute of its start."
        let start = time.monotonic
        let outcome = await announced(reason) {
            await process.check(
                folder.path, openPath: folder.openPath, .stopped(verifyingSignatures: false), time: time
            ) { id in
                if let id = LogID(rawValue: id) { damaged.withLock { $0.append(id) } }
            }
        }
        try Task.checkCancellation()
        if let sentence = outcome.reasonNotToServe(folder.path) {
            throw StartError("\(reason) \(sentence)")
        }
        if isKnownAsUnsound, let failure = outcome.failure {
            throw StartError(
                "\(reason) It could not be checked again. \(failure) Start the node again for another check.")
        }
        var metadata: Logger.Metadata = ["took": "\(time.monotonic - start)"]
        if let process = folder.diedProcess { metadata["process"] = "\(process)" }
        outcome.log(after: reason, to: logger, metadata)
        guard case .finished = outcome else { return Result() }
        return Result(isComplete: true, damagedMessages: damaged.withLock(\.self))
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

    private func announced(_ reason: String, _ check: @Sendable () async -> CheckOutcome) async -> CheckOutcome {
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                guard (try? await time.sleep(for: Self.announcedAfter)) != nil else { return }
                logger.notice("\(reason) The store is being checked, and the node listens after that.")
            }
            defer { group.cancelAll() }
            return await check()
        }
    }
}
