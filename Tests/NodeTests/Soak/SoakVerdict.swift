import ChatModel
import ChatStore
import TestSupport

/// The differences between the acknowledged posts and what the stores and the pollers contain.
struct SoakVerdict {
    /// Acknowledged posts that are missing.
    private(set) var lost: [String] = []
    /// Messages that occur twice.
    private(set) var doubled: [String] = []
    /// Messages that no writer posted.
    private(set) var unknown: [String] = []
    /// Posts whose id differs from the one in the acknowledgement.
    private(set) var moved: [String] = []

    var isBad: Bool { ![lost, doubled, unknown, moved].allSatisfy(\.isEmpty) }

    /// Compares one list of messages with the acknowledged posts.
    ///
    /// - Parameters:
    ///   - node: The number of the node that the list comes from.
    ///   - reader: Names the list in the result.
    mutating func compare(_ messages: [Poller.Seen], against posts: [Writer.Post], of node: Int, at reader: String) {
        var ids: [FieldValue: LogID] = [:]
        for message in messages where ids.updateValue(message.id, forKey: message.text) != nil {
            doubled.append("\(reader): \(message.text)")
        }
        var left = ids
        for post in posts {
            guard let id = left.removeValue(forKey: post.text) else {
                lost.append("\(reader): \(post.text)")
                continue
            }
            if post.node == node, post.id != id { moved.append("\(reader): \(post.text): \(post.id), \(id)") }
        }
        unknown += left.keys.map { "\(reader): \($0)" }
    }
}

extension LogSlice {
    /// The ids and texts, in the form of a poller.
    var seen: [Poller.Seen] {
        entries.compactMap { entry in
            guard case .message(let message) = entry.body, let text = message.fields[.text] else { return nil }
            return Poller.Seen(id: entry.id, text: text)
        }
    }
}
