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
    /// Messages that were acknowledged.
    private(set) var sent: [Post] = []
    /// Requests like the article's client: with the id of the last message it has read, for ever, whatever is restored.
    var article = Reader()
    /// Requests like the web client: also with the mark, and starts again if the store is another one.
    var today = Reader()

    struct Reader {
        var position = LogPosition.start
        private var seen: Set<Digest> = []
        /// Messages that may come again with a higher id, because the restored store lacks them.
        private var mayComeAgain: Set<Digest> = []

        mutating func see(_ text: String, of digest: Digest) throws(Violation) {
            guard seen.insert(digest).inserted || mayComeAgain.remove(digest) != nil else {
                throw Violation(4, "A client saw \(text) twice.")
            }
        }

        /// Lets a message come again, because its record is damaged.
        mutating func expectAgain(_ digest: Digest) { mayComeAgain.insert(digest) }

        /// Lets messages come again that the client has seen and that the restored store no longer has.
        mutating func expectAgain(except kept: Set<Digest>) { mayComeAgain.formUnion(seen.subtracting(kept)) }

        func checkSaw(_ entries: [NodeLog.Entry], at node: String) throws(Violation) {
            for entry in entries where !seen.contains(entry.digest) {
                throw Violation(
                    4, "A client of \(node), which has read up to \(position.id), never saw \(entry.text ?? "").")
            }
        }
    }

    /// The first post of the outbox was acknowledged.
    mutating func acknowledged() { sent.append(outbox.removeFirst()) }

    /// Puts posts that were acknowledged back into the outbox, before all others.
    mutating func sendAgain(where isLost: (Post) -> Bool) {
        let lost = sent.filter(isLost)
        sent.removeAll { post in lost.contains { $0.postKey == post.postKey } }
        outbox = lost + outbox
    }

    /// Sends no post again.
    mutating func forgetPosts() { (outbox, sent) = ([], []) }
}
