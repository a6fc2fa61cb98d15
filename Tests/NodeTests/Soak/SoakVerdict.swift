import ChatModel
import ChatStore
import TestSupport

/// What became of all that was acknowledged: on each node, and before the eyes of its poller.
struct SoakVerdict {
    /// Acknowledged and not there.
    private(set) var lost: [String] = []
    /// There twice.
    private(set) var doubled: [String] = []
    /// There, and nobody posted it.
    private(set) var unasked: [String] = []
    /// There under another id than the writer or the poller was told.
    private(set) var moved: [String] = []

    var isBad: Bool { ![lost, doubled, unasked, moved].allSatisfy(\.isEmpty) }

    /// Judges one list of messages.
    ///
    /// - Parameter place: names it.
    mutating func judge(_ messages: [Poller.Seen], against posts: [Writer.Post], of node: Int?, at place: String) {
        var ids: [FieldValue: LogID] = [:]
        for message in messages where ids.updateValue(message.id, forKey: message.text) != nil {
            doubled.append("\(place): \(message.text)")
        }
        var left = ids
        for post in posts {
            guard let id = left.removeValue(forKey: post.text) else {
                lost.append("\(place): \(post.text)")
                continue
            }
            if post.node == node, post.id != id { moved.append("\(place): \(post.text): \(post.id), \(id)") }
        }
        unasked += left.keys.map { "\(place): \($0)" }
    }
}

extension LogSlice {
    /// Ids and texts, as a poller sees them.
    var seen: [Poller.Seen] {
        entries.compactMap { entry in
            guard case .message(let message) = entry.body, let text = message.fields[.text] else { return nil }
            return Poller.Seen(id: entry.id, text: text)
        }
    }
}
