import ChatModel
import ChatStore
import Logging

/// The check before a node opens its store. It happens only if the last process died within a minute of its start, or
/// if the store is known to be unsound.
///
/// Without this check, the same damage could kill the node at each start, and nothing would say why. Any other node
/// serves at once: LMDB's file is intact after a kill, and a check takes minutes for ten million messages. It meets
/// damage when it reads.
struct StartCheck {
    let folder: StoreFolder
    let logger: Logger

    /// Checks the store if it needs a check before it is opened. Ends early if the task is cancelled.
    ///
    /// - Returns: the ids of damaged messages, ascending; the first ones if there are many.
    /// - Throws: ``StartError`` if no node should write to the store; `CancellationError`.
    func run() throws -> [LogID] {
        guard folder.hasStore, !folder.hasEmptyStore else {
            folder.noteChecked()
            return []
        }
        guard folder.needsCheckBeforeOpening else { return [] }
        let reason =
            folder.isKnownAsUnsound
            ? "The store was found to be damaged before."
            : "The node's last process died within a minute of its start."
        logger.notice(
            "\(reason) The store is being checked, and the node listens after that.",
            metadata: folder.diedProcess.map { ["process": "\($0)"] })
        defer { DamageSignals.installForNode() }
        let outcome = CheckOutcome.check(folder) { Task.isCancelled }
        try Task.checkCancellation()
        if let sentence = outcome.reasonNotToServe(folder.path) { throw StartError("\(reason) \(sentence)") }
        if folder.isKnownAsUnsound, case .failure(let error) = outcome {
            throw StartError("\(reason) It could not be checked again. \(error.ownerSentence)")
        }
        outcome.log(to: logger)
        guard case .success(let report) = outcome else { return [] }
        folder.noteChecked()
        return report.damagedMessages
    }
}
