import ChatStore
import Logging

extension CheckOutcome {
    /// Logs the outcome of the check of a node's own store.
    ///
    /// - Parameter reason: a sentence that says why the store was checked.
    func log(after reason: String, to logger: Logger, _ metadata: Logger.Metadata) {
        switch self {
        case .finished(let report) where report.isSound:
            logger.info("\(reason) The store was checked and is sound.", metadata: metadata)
        case .refused(let error) where unsoundReason == nil:
            logger.warning("\(reason) The store could not be checked. \(error.ownerSentence)", metadata: metadata)
        case .finished(let report):
            Self.log(report, after: reason, to: logger, metadata)
            fallthrough
        case .killed, .refused:
            guard let unsoundReason else { return }
            logger.error(
                """
                \(reason) The store was checked and is damaged: \(unsoundReason) The node stores no messages any more; reading \
                works. Stop the node. \(StoreError.remedy)
                """,
                metadata: metadata)
        case .failed(let sentence):
            logger.warning("\(reason) The store could not be checked. \(sentence)", metadata: metadata)
        case .silent(let duration):
            logger.warning(
                """
                \(reason) The check of the store made no progress for \(duration.components.seconds) seconds and was \
                ended. The machine has too much to do, or LMDB pages are damaged. Stop the node and run `tidings check`.
                """,
                metadata: metadata)
        }
    }

    /// Logs the problems with which a node runs.
    private static func log(
        _ report: CheckReport, after reason: String, to logger: Logger, _ metadata: Logger.Metadata
    ) {
        if let first = report.problemsOfBookkeeping.first {
            logger.warning(
                """
                \(reason) The store has damaged data beside the messages; stop the node and run `tidings check` for a \
                list. \(first)
                """,
                metadata: metadata)
        }
        let ids = report.damagedMessages
        guard !ids.isEmpty else { return }
        let list = ids.map(String.init).joined(separator: ", ")
        let count = report.listsAll ? "\(ids.count)" : "at least \(ids.count)"
        logger.warning(
            "\(reason) The store has damaged messages, which the node skips: \(count). Their ids: \(list).",
            metadata: metadata)
    }
}
