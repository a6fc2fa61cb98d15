import ChatModel
import ChatStore
import Logging
import ServiceLifecycle

/// Notes the damaged messages that readers of the store meet, so that they are requested from peers.
struct DamageKeeper: Service {
    let store: ChatStore
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            logOpenDamage()
            await identify()
            while !Task.isCancelled {
                let seen = store.metDamage.signal.count
                await note()
                await store.metDamage.signal.next(after: seen)
            }
        }
    }

    /// Says at the start which damage of earlier lifetimes is left.
    private func logOpenDamage() {
        guard let damaged = try? store.figures().damaged, damaged > 0 else { return }
        logger.warning(
            """
            The store has damaged messages that are not stored again yet: \(damaged). The node asks each of its peers for \
            them, again and again for 127 days. Messages that no peer has stay damaged.
            """)
    }

    private func note() async {
        do {
            let noted = try await store.noteDamage()
            if !noted.unidentified.isEmpty { await identify() }
        } catch {
            logger.warning("The node could not note damaged messages. \(error.ownerSentence)")
        }
    }

    private func identify() async {
        do {
            _ = try await store.identifyDamage()
        } catch {
            logger.warning("The node could not search for the digests of damaged messages. \(error.ownerSentence)")
        }
    }
}

extension NotedDamage {
    /// Tells the owner of the node.
    func log(to logger: Logger) {
        if !wanted.isEmpty {
            logger.warning(
                """
                Messages of the store are damaged: \(wanted.count). The node asks its peers for them, and stores them \
                again with new ids.
                """,
                metadata: ["ids": "\(Self.list(wanted))"])
        }
        if !unidentified.isEmpty {
            logger.warning(
                """
                Messages of the store are so damaged that their digests are unknown: \(unidentified.count). The node \
                searches for the digests. It cannot ask a peer for a message whose digest it does not find. Then stop the \
                node and run tidings check --rebuild NEW.
                """,
                metadata: ["ids": "\(Self.list(unidentified))"])
        }
        if !healed.isEmpty {
            logger.notice(
                """
                Records of the store were damaged in parts without which their messages are still complete: \
                \(healed.count). The messages are stored again with new ids.
                """,
                metadata: ["ids": "\(Self.list(healed))"])
        }
        if refused > 0 {
            logger.warning(
                """
                The store has too many damaged messages to note them all: \(refused) more are not noted. \
                \(StoreError.remedy)
                """)
        }
    }

    /// The first ids of a list that may be long.
    private static func list(_ ids: [LogID]) -> String {
        ids.prefix(100).map(\.description).joined(separator: ", ") + (ids.count > 100 ? " …" : "")
    }
}
