import ChatModel
import ChatStore
import Logging
import ServiceLifecycle

/// Lets the store write a copy of itself soon after `data.mdb` was removed or replaced, also if nobody posts.
struct StoreFileWatch: Service {
    let store: ChatStore
    let time: any TimeSource
    let logger: Logger

    private static let pause = Duration.seconds(2)
    /// The pause after a copy could not be written, for example because the disk is full.
    private static let pauseAfterFailure = Duration.seconds(30)

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                let isCopied = await rescue()
                try? await time.sleep(for: isCopied ? Self.pause : Self.pauseAfterFailure)
            }
        }
    }

    /// Returns false if the file is gone and no copy could be written.
    private func rescue() async -> Bool {
        do {
            try await store.rescueIfFileGone()
            return true
        } catch {
            logger.error(
                """
                The file data.mdb was removed or replaced while the node was running, and the copy data-rescued.mdb could \
                not be written: \(error) Do not stop the node: it still has all messages. Make the folder writable and make \
                room on the disk; the node tries again every 30 seconds.
                """)
            return false
        }
    }
}
