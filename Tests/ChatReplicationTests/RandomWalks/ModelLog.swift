import ChatModel

/// The positions and digests of a log.
struct ModelLog {
    struct Entry {
        let position: LogPosition
        let digest: Digest
    }

    private(set) var entries: [Entry] = []
    private var next: UInt64 = 1

    var end: LogPosition { entries.last?.position ?? .start }

    mutating func append(_ digest: Digest) {
        let position = LogPosition(id: .at(next), mark: end.mark.appending(digest))
        entries.append(Entry(position: position, digest: digest))
        next += 1
    }

    /// Skips ids, and all ids that `other` has given.
    mutating func jump(by ids: Int, behind other: ModelLog) { next = max(next, other.next) + UInt64(ids) }

    func has(_ position: LogPosition) -> Bool {
        position.id == .zero || entries.contains { $0.position == position }
    }
}
