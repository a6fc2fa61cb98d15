import ChatModel
import ChatStore
import TestSupport

/// The log that a node must have: the simulator notes each commit.
struct NodeLog {
    struct Entry: Equatable {
        let position: LogPosition
        let digest: Digest
        fileprivate(set) var body: Body
        /// Whether the record is damaged and its message is not stored again yet.
        fileprivate(set) var isDamaged = false

        enum Body: Equatable {
            /// A message; the text is nil if its values are missing or erased.
            case message(text: String?, Room)
            case gone
        }

        var id: LogID { position.id }

        var isGone: Bool { body == .gone }

        var text: String? {
            if !isDamaged, case .message(let text, _) = body { text } else { nil }
        }

        var room: Room? {
            if case .message(_, let room) = body { room } else { nil }
        }
    }

    private(set) var entries: [Entry] = []
    /// The digests of the messages.
    private(set) var digests: Set<Digest> = []
    /// The messages whose values this node erased.
    private(set) var erased: Set<Digest> = []

    /// The messages whose records were damaged at some time.
    private(set) var everDamaged: Set<Digest> = []
    private(set) var healedCount = 0

    /// The ids of the damaged records whose messages are not stored again yet.
    var damagedIDs: [LogID] { entries.filter(\.isDamaged).map(\.id) }

    /// The statements whose records are damaged.
    var damagedStatements: [Digest] {
        entries.filter { $0.isDamaged && sources[$0.digest]?.isStatement == true }.map(\.digest)
    }

    /// The messages that a repeated post must find: they were written here, or came back with a stamp of the last 30 days.
    private(set) var foundByPosts: Set<Digest> = []

    /// Of what group and kind a message is, and by whom.
    struct Source {
        let group: GroupID
        let origin: PublicKey
        /// Whether the message is a statement about members, which has no text and no erasable value.
        let isStatement: Bool
        let relation: Relation?
        /// Whether relations to the message count.
        let canBeTarget: Bool
        /// The user and the room.
        let author: [FieldValue?]

        init(_ message: Message) {
            (group, origin) = (message.group, message.origin)
            (isStatement, relation) = (Statement(message) != nil, Relation(message))
            canBeTarget = message.canBeTarget
            author = [message.fields[.user], message.fields.room.name]
        }

        /// Whether a message with this source deletes, or is deleted by, one with the other.
        func hasAuthor(of other: Source) -> Bool { origin == other.origin && author == other.author }
    }

    private(set) var sources: [Digest: Source] = [:]

    private(set) var goneCount = 0

    /// Whether messages are damaged, or their values are missing.
    var lacksParts: Bool {
        entries.contains { !$0.isGone && ($0.isDamaged || $0.text == nil && hasErasableValue($0)) }
    }

    /// Whether the message has a value that can be erased.
    func hasErasableValue(_ entry: Entry) -> Bool {
        !erased.contains(entry.digest) && sources[entry.digest]?.isStatement == false
    }

    var high: LogID { entries.last?.id ?? .zero }

    /// The digests of the messages whose text is present.
    var digestsWithText: Set<Digest> { Set(entries.filter { $0.text != nil }.map(\.digest)) }

    /// Returns the messages that a node accepts, except those that it has.
    func digests(except known: Set<Digest>, _ accepts: (Source) -> Bool) -> Set<Digest> {
        digests.filter { !known.contains($0) && sources[$0].map(accepts) == true }
    }

    /// Whether the log has a message, also if its record is damaged.
    func hasMessage(_ digest: Digest) -> Bool { entries.contains { $0.digest == digest && !$0.isGone } }

    func entry(at id: LogID) -> Entry? {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].id < id { low = middle + 1 } else { high = middle }
        }
        return low < entries.count && entries[low].id == id ? entries[low] : nil
    }

    func hasGoneEntry(in exception: PeerException) -> Bool {
        entries.contains { $0.isGone && exception.covers($0.id) }
    }

    private static let postKeyLifetimeMilliseconds: UInt64 = 30 * 24 * 60 * 60 * 1000

    /// Appends a slice. Its ids must ascend. Its digests must be new, except that a message may come again with its values, or
    /// because its record is damaged.
    ///
    /// - Parameter damaged: the records that may be damaged.
    mutating func append(_ slice: LogSlice, damaged: [LogID] = []) throws(Violation) {
        guard Set(slice.damaged).isSubset(of: damaged) else {
            throw Violation(1, "Records \(slice.damaged) are damaged.")
        }
        // The slice shows what all of its messages have left, so its deletions count for the first one already.
        let deletions = slice.messages.filter { if case .deletion? = Relation($0) { true } else { false } }
        for message in deletions { sources[message.digest] = Source(message) }
        let coming = Set(deletions.map(\.digest))
        for entry in slice.entries {
            if case .message(let message) = entry.body {
                guard message.group == slice.group || message.group == .none else {
                    throw Violation(
                        10, "Message \(entry.id) of the group \(message.group) was stored in \(slice.group).")
                }
                let source = Source(message)
                let isNew = sources.updateValue(source, forKey: message.digest) == nil
                if isNew, entry.arrival - message.stamp.time <= Self.postKeyLifetimeMilliseconds {
                    foundByPosts.insert(message.digest)
                }
            }
            try append(Entry(entry), coming)
        }
    }

    /// Returns the messages that a deletion erases, or that the deletions of the log, or coming ones, have erased of a message.
    private func erased(by deletion: Digest) -> [Digest] {
        guard let source = sources[deletion], case .deletion(let target)? = source.relation else { return [] }
        return entries.filter { !$0.isGone }.map(\.digest).filter { digest in
            guard let other = sources[digest], other.hasAuthor(of: source) else { return false }
            return digest == target && other.canBeTarget || other.relation == .edit(of: target)
        }
    }

    /// Whether the log has, or is about to get, a deletion of a message. A deletion with a damaged record counts, too.
    private func isDeleted(_ digest: Digest, _ coming: Set<Digest>) -> Bool {
        guard let source = sources[digest],
            source.canBeTarget || source.relation.map({ $0 == .edit(of: $0.target) }) == true
        else { return false }
        let target = source.relation?.target ?? digest
        return sources.contains { deletion, other in
            other.relation == .deletion(of: target) && other.hasAuthor(of: source)
                && (coming.contains(deletion) || hasMessage(deletion))
        }
    }

    private mutating func append(_ entry: Entry, _ coming: Set<Digest>) throws(Violation) {
        guard entry.id > high else { throw Violation(3, "Id \(entry.id) came after \(high).") }
        if !entry.isGone {
            heal(entry.digest)
            let isDeleted = isDeleted(entry.digest, coming)
            if !digests.insert(entry.digest).inserted { try makeGone(before: entry, isDeleted: isDeleted) }
            if isDeleted { erased.insert(entry.digest) }
        }
        if entry.isGone { goneCount += 1 }
        entries.append(entry)
        if !entry.isGone { for digest in erased(by: entry.digest) { erase(digest) } }
    }

    /// Damages the record of a message.
    mutating func damage(_ digest: Digest) {
        guard let stored = entries.lastIndex(where: { $0.digest == digest && !$0.isGone && !$0.isDamaged }) else {
            return
        }
        entries[stored].isDamaged = true
        digests.remove(digest)
        everDamaged.insert(digest)
    }

    /// Makes the entry of a damaged message gone, because the message comes again.
    private mutating func heal(_ digest: Digest) {
        guard everDamaged.contains(digest),
            let damaged = entries.firstIndex(where: { $0.digest == digest && $0.isDamaged })
        else { return }
        entries[damaged].isDamaged = false
        entries[damaged].body = .gone
        healedCount += 1
    }

    /// Makes the entry gone whose message comes again with its values.
    private mutating func makeGone(before entry: Entry, isDeleted: Bool) throws(Violation) {
        let stored = entries.lastIndex { $0.digest == entry.digest && !$0.isGone }
        guard let stored, entries[stored].text == nil, entry.text != nil || isDeleted, !erased.contains(entry.digest)
        else {
            throw Violation(3, "The message \(entry.digest) was stored again as \(entry.id).")
        }
        entries[stored].body = .gone
        goneCount += 1
    }

    /// Notes that the node erased the values of a message.
    mutating func erase(_ digest: Digest) {
        guard let stored = entries.lastIndex(where: { $0.digest == digest && !$0.isGone }),
            let room = entries[stored].room
        else { return }
        entries[stored].body = .message(text: nil, room)
        erased.insert(digest)
    }
}

extension NodeLog.Entry {
    init(_ entry: LogEntry) {
        let body: Body =
            switch entry.body {
            case .message(let message): .message(text: message.fields[.text]?.description, message.fields.room)
            case .gone: .gone
            }
        self.init(position: entry.position, digest: entry.digest, body: body)
    }
}

extension PeerException {
    /// Whether the exception explains that the message with this id is not stored.
    func covers(_ id: LogID) -> Bool { before.id < id && id <= last }
}
