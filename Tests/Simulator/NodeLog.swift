import ChatModel
import ChatStore

/// The log that a node must have: the simulator notes each commit.
struct NodeLog {
    struct Entry: Equatable {
        let position: LogPosition
        let digest: Digest
        let text: String
        let room: Room

        var id: LogID { position.id }
    }

    private(set) var entries: [Entry] = []
    private(set) var digests: Set<Digest> = []

    var high: LogID { entries.last?.id ?? .zero }

    func entry(at id: LogID) -> Entry? {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].id < id { low = middle + 1 } else { high = middle }
        }
        return low < entries.count && entries[low].id == id ? entries[low] : nil
    }

    /// Appends a slice. Its ids must ascend, and its digests must be new.
    mutating func append(_ slice: LogSlice) throws(Violation) {
        guard slice.damaged.isEmpty else { throw Violation(1, "Records \(slice.damaged) are damaged.") }
        for entry in slice.entries { try append(Entry(entry)) }
    }

    private mutating func append(_ entry: Entry) throws(Violation) {
        guard entry.id > high else { throw Violation(3, "Id \(entry.id) came after \(high).") }
        guard digests.insert(entry.digest).inserted else {
            throw Violation(3, "\(entry.text) was stored again as \(entry.id).")
        }
        entries.append(entry)
    }
}

extension NodeLog.Entry {
    init(_ entry: LogEntry) throws(Violation) {
        guard case .message(let message) = entry.body else {
            throw Violation(1, "Message \(entry.id) became gone.")
        }
        self.init(
            position: entry.position, digest: message.digest, text: message.fields[.text]?.description ?? "",
            room: message.fields.room)
    }
}
