import ChatModel
import ChatStore
import Logging

/// The check before a node opens its store. It happens only if the last process died within a minute of its start, or if
/// an earlier check found damage to the store itself.
///
/// Without this check, the same damage would kill the node at each start, without a message. Any other node serves at
/// once, and ``RunningCheck`` checks its store meanwhile: LMDB's file is right after a kill, and a check takes minutes for
/// ten million messages.
struct StartCheck: Sendable {
    let process: CheckProcess
    let time: any TimeSource
    let logger: Logger

    /// A check that takes longer is announced in the log.
    private static let announcedAfter = Duration.seconds(1)

    /// Checks the store in a folder if it needs a check before it is opened.
    ///
    /// - Returns: whether nothing is left to check: the check has ended, or the folder has no store.
    /// - Throws: ``StartError`` if no node should write to the store.
    func run(in folder: StoreFolder) async throws(StartError) -> Bool {
        guard folder.hasStore, !warnsOfEmptyStore(in: folder) else { return true }
        guard folder.needsCheckBeforeOpening else { return false }
        let reason =
            folder.isKnownAsDamaged
            ? "An earlier check found damage to the store."
            : "The node's last process died within a minute of its start."
        let start = time.monotonic
        let outcome = await announced(reason) {
            await process.check(folder.path, .stopped(verifyingSignatures: false), time: time)
        }
        if let damage = outcome.reasonNotToServe(folder.path) {
            throw StartError("\(reason) \(damage)")
        }
        var metadata: Logger.Metadata = ["took": "\(time.monotonic - start)"]
        if let process = folder.diedProcess { metadata["process"] = "\(process)" }
        outcome.log(after: reason, to: logger, metadata)
        if case .finished = outcome { return true }
        return false
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
