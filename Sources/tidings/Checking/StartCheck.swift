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
    /// - Throws: ``StoreError`` with `store-damaged`: what happened, and what to do.
    func run(in folder: StoreFolder) async throws(StoreError) {
        guard let process = folder.diedRunning, folder.hasStore else { return }
        let start = ContinuousClock.now
        let outcome = await announced { await checker.check(folder.path) }
        let died = "The node that ran here last did not end by itself"
        if let reason = outcome.reasonNotToServe(folder.path) {
            throw StoreError(.damaged, "\(died). \(reason)")
        }
        let metadata: Logger.Metadata = ["process": "\(process)", "took": "\(ContinuousClock.now - start)"]
        switch outcome {
        case .walked(let report) where report.isSound:
            logger.info("\(died); its store was checked and is sound.", metadata: metadata)
        case .walked(let report):
            let ids = report.damagedMessages.map(String.init).joined(separator: ", ")
            logger.warning("\(died); in its store some messages are damaged: \(ids).", metadata: metadata)
        case .refused(let sentence), .ended(let sentence):
            logger.warning("\(died); its store could not be checked: \(sentence)", metadata: metadata)
        case .killed, .silent:
            break  // Reasons not to serve.
        }
    }

    private func announced(_ check: @Sendable () async -> CheckOutcome) async -> CheckOutcome {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [logger] in
                guard (try? await Task.sleep(for: Self.announcedAfter)) != nil else { return }
                logger.notice("The node that ran here last did not end by itself: its store is being checked.")
            }
            defer { group.cancelAll() }
            return await check()
        }
    }
}
