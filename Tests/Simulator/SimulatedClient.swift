import ChatModel
import ChatStore

/// The user at one node: messages not sent yet, and two clients that read.
struct SimulatedClient {
    struct Post {
        let draft: Draft
        let text: String
        let postKey: PostKey
    }

    /// Messages to send, in this order. Each is sent again with its post key until it is acknowledged.
    var outbox: [Post] = []
    /// Requests like the article's client: with the id of the last message it has read, for ever, whatever is restored.
    var article = Reader()
    /// Requests like the web client: also with the mark, and starts again if the store is another one.
    var today = Reader()

    struct Reader {
        var position = LogPosition.start
        private(set) var timesSeen: [String: Int] = [:]
        /// Messages that may come again with a higher id, because the restored store lacks them.
        private var mayComeAgain: Set<String> = []

        mutating func see(_ text: String) throws(Violation) {
            timesSeen[text, default: 0] += 1
            guard timesSeen[text] == 1 || mayComeAgain.remove(text) != nil else {
                throw Violation(4, "A client saw \(text) twice.")
            }
        }

        /// Lets a text come again whose record is damaged.
        mutating func expectAgain(_ text: String) { mayComeAgain.insert(text) }

        /// Lets each text come again that was seen and that the restored store no longer has.
        mutating func expectAgain(except kept: Set<String>) {
            mayComeAgain.formUnion(timesSeen.keys.filter { !kept.contains($0) })
        }

        func checkSaw(_ texts: [String], at node: String) throws(Violation) {
            for text in texts where timesSeen[text] == nil {
                throw Violation(4, "A client of \(node), which has read up to \(position.id), never saw \(text).")
            }
        }
    }
}
