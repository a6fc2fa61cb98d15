import ChatModel
import ChatStore

/// The people at one node: what they have not sent yet, and what their two programs have read.
struct SimulatedClient {
    struct Draft {
        let fields: Fields
        let text: String
        let postKey: PostKey
    }

    /// Sent in this order, each again with its key until it is acknowledged.
    var outbox: [Draft] = []
    /// Like the article's: asks with the id of the last message it read and knows nothing else.
    var article = Reader()
    /// Like today's: asks with the mark too, and begins again where the store is another one.
    var today = Reader()

    struct Reader {
        var position = LogPosition.start
        private(set) var timesSeen: [String: Int] = [:]
        /// What may come again, under another id, because the store was put back.
        private var mayComeAgain: Set<String> = []

        mutating func see(_ text: String) throws(Violation) {
            timesSeen[text, default: 0] += 1
            guard timesSeen[text] == 1 || mayComeAgain.remove(text) != nil else {
                throw Violation(4, "A client saw \(text) twice.")
            }
        }

        mutating func forgive(_ texts: [String]) {
            for text in texts where timesSeen[text] != nil { mayComeAgain.insert(text) }
        }

        func checkSaw(_ texts: [String], at node: String) throws(Violation) {
            for text in texts where timesSeen[text] == nil {
                throw Violation(4, "A client of \(node), which has read up to \(position.id), never saw \(text).")
            }
        }
    }

    /// The machine was put back with all that is on it.
    mutating func startAgain() {
        self = SimulatedClient()
    }
}
