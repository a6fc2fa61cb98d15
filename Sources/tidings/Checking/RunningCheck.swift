import ChatModel
import ChatStore
import Logging
import ServiceLifecycle

/// The check of a store beside its running node, after a process of the node died.
///
/// If the node stops before the check has ended, the next start checks again.
struct RunningCheck: Service {
    let process: CheckProcess
    let store: ChatStore
    let folder: StoreFolder
    let mapSizeBytes: Int
    /// The id of the process that died, if it is known.
    let died: Int32?
    /// Called with the id of each damaged message.
    let onDamagedMessage: @Sendable (LogID) async -> Void
    let time: any TimeSource
    let logger: Logger

    /// The check begins after the node listens, because starting a process takes time on a small machine.
    private static let delay = Duration.seconds(1)
    private static let reason =
        "A process of this node ended without a shutdown, and no check of the store has ended since."

    /// Checks the store, and returns early when the node stops.
    func run() async {
        await cancelWhenGracefulShutdown {
            guard (try? await time.sleep(for: Self.delay)) != nil else { return }
            await check()
        }
    }

    private func check() async {
        logger.info(
            "\(Self.reason) The node serves, and its store is checked meanwhile at low priority.",
            metadata: died.map { ["process": "\($0)"] })
        let start = time.monotonic
        let outcome = await process.check(
            folder.path, openPath: folder.openPath, .running(mapSizeBytes: mapSizeBytes), time: time
        ) { id in
            if let id = LogID(rawValue: id) { await onDamagedMessage(id) }
        }
        store.freeDeadReaders()
        guard !Task.isCancelled else { return }
        conclude(outcome)
        outcome.log(after: Self.reason, to: logger, ["took": "\(time.monotonic - start)"])
    }

    /// Makes the store refuse writes if it is unsound.
    private func conclude(_ outcome: CheckOutcome) {
        switch outcome {
        case .finished, .killed, .refused:
            if let reason = outcome.unsoundReason {
                store.refuseWrites(asUnsound: reason)
            } else if case .finished = outcome {
                store.noteChecked()
            }
        case .silent, .failed:
            // The check has not ended, so the store stays unchecked. Silence is no proof of damage here, because a busy
            // machine lets a process of low priority wait.
            break
        }
    }
}
