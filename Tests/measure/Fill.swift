import ArgumentParser
import ChatModel
import ChatStore
import TestSupport

/// `measure fill FOLDER COUNT`: makes the store of a node that has pulled many messages of one peer.
///
/// All messages are signed, and are stored by the code that stores the pages of peers. Only the verification of the
/// signatures is left out.
struct Fill: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Make the data folder of a node with many messages.")

    @Argument(help: "The data folder. A store in it is continued.")
    var folder: String

    @Argument(help: "The number of messages to add.")
    var count: Int

    @Option(help: "The number of rooms in turn, the main room being the first.")
    var rooms = 1

    /// As in the pull of a node: LMDB reuses a freed page two commits later at the earliest.
    private static let messagesPerCommit = Limits.pageMessages

    @concurrent func run() async throws {
        let store = try ChatStore(StoreOptions(folder: folder))
        // A message each millisecond, the last one now.
        let messages = GeneratedMessages(
            after: SystemTime().wall.milliseconds - UInt64(count), rooms: rooms, signing: SigningKey())
        for start in stride(from: 0, to: count, by: Self.messagesPerCommit) {
            try await store.add(messages, start..<min(start + Self.messagesPerCommit, count))
        }
        await store.close()
    }
}
