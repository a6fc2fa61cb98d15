import ChatModel
import ChatStore
import Logging
import ServiceLifecycle

/// Lets the store note the damaged messages that readers meet or a check finds, so that these messages are requested
/// from peers.
struct DamageKeeper: Service {
    let store: ChatStore
    let time: any TimeSource
    let logger: Logger

    /// The pause after a failure. Without it, each read of a damaged message would try to write, for example on a full disk.
    static let pause = Duration.seconds(60)

    /// The work that is left, beside the damage that readers meet from now on.
    private struct Work {
        var isStart = true
        /// The failures since the last success. Each kind of failure is logged once.
        var failures: Set<FailureCode> = []
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var work = Work()
            while !Task.isCancelled {
                let seen = store.metDamage.signal.count
                do throws(StoreError) {
                    try await step(&work)
                    await store.metDamage.signal.next(after: seen)
                } catch {
                    log(error, &work)
                    try? await time.sleep(for: Self.pause)
                }
            }
        }
    }

    private func step(_ work: inout Work) async throws(StoreError) {
        if work.isStart { try await store.findNotedDamage() }
        _ = try await store.noteDamage()
        if work.isStart { logOpenDamage() }
        work.isStart = false
        work.failures = []
    }

    private func log(_ error: StoreError, _ work: inout Work) {
        guard work.failures.insert(error.code).inserted else { return }
        logger.warning(
            "The node could not note damaged messages. It tries again every minute. \(error.ownerSentence)",
            metadata: ["code": "\(error.code)"])
    }

    /// Logs at the start how many damaged messages are not stored again yet.
    private func logOpenDamage() {
        guard let damaged = try? store.figures().damaged, damaged > 0 else { return }
        logger.warning(
            """
            The store has damaged messages that are not stored again yet; their number is \(damaged). The node asks each of its \
            peers, if it has any, for those whose digests are known, again and again for 127 days. Messages that no peer has \
            stay damaged.
            """)
    }
}

extension NotedDamage {
    /// Logs the damage for the owner of the node.
    func log(to logger: Logger) {
        if !wanted.isEmpty {
            logger.warning(
                """
                Messages of the store are damaged (number: \(wanted.count)). The node requests them from its peers, if it has \
                any. Those that a peer has are stored again with new ids; the others stay damaged.
                """,
                metadata: ["ids": "\(Self.list(wanted))"])
        }
        if !unidentified.isEmpty {
            logger.warning(
                """
                Records of the store are damaged (number: \(unidentified.count)). The node searches its indexes for their \
                digests, logs those that it finds, and asks its peers for the messages. If some are not found, stop the node \
                and run tidings check --rebuild NEW.
                """,
                metadata: ["ids": "\(Self.list(unidentified))"])
        }
        if !undone.isEmpty {
            logger.notice(
                """
                Records that were noted as damaged are readable again: \(undone.count). The bytes on the disk are right. They \
                had been wrong in the memory of the machine, or on the way from the disk to it.
                """,
                metadata: ["ids": "\(Self.list(undone))"])
        }
    }

    /// Logs that the store could not note damaged records. Each read of one is noted again.
    func logRefused(to logger: Logger) {
        logger.warning(
            """
            The store has too many damaged records to note them all: \(refused) more are not noted. \
            \(StoreError.remedy)
            """)
    }

    /// The first ids of a list that may be long.
    private static func list(_ ids: [LogID]) -> String {
        ids.prefix(100).map(\.description).joined(separator: ", ") + (ids.count > 100 ? " …" : "")
    }
}
