package import ChatModel

/// How a page fits the place in the log from which it was requested.
package struct PagePlace {
    /// The id after which the page begins; 0 if no earlier position is known to lead to the page.
    package let base: LogID
    /// Whether the page's mark shows that the page has every message of the log between `base` and its end.
    ///
    /// Nil if it cannot be computed: an entry of the page is bad, so its digest is not known, or the mark at `base` is
    /// not known.
    package let isComplete: Bool?
}

extension LogPage {
    /// Returns how the page fits its request; nil if the page begins before the requested place or does not lead on from
    /// it.
    package func place(for start: LogStart) -> PagePlace? {
        let digests = digests
        switch start {
        case .after(let past, let mark):
            guard entries.allSatisfy({ $0.id > past }) else { return nil }
            guard entries.isEmpty ? head.next.id >= past : head.next.id > past else { return nil }
            return PagePlace(base: past, isComplete: leads(digests, from: past, past == .zero ? .zero : mark))
        case .newestCommon(let cursor):
            return entries.allSatisfy { $0.id > .zero } ? place(after: cursor, digests) : nil
        }
    }

    /// Finds the cursor's position at which the page begins, by the page's mark. Later positions belong to another log. If
    /// no position leads to the page, the page may omit messages before its first entry.
    private func place(after cursor: Cursor, _ digests: [Digest]?) -> PagePlace {
        let first = entries.first?.id ?? head.next.id.advanced(by: 1)
        let positions = (cursor.positions + [.start]).filter { $0.id < first }
        if let common = positions.first(where: { leads(digests, from: $0.id, $0.mark) == true }) {
            return PagePlace(base: common.id, isComplete: true)
        }
        return PagePlace(base: .zero, isComplete: digests == nil ? nil : false)
    }

    /// Whether `mark`, continued over these digests, is the page's mark; nil if one of the two is not known.
    ///
    /// The page's `next` must also be the id of its last entry, or `base` if it has no entries: no two positions of a
    /// log have the same mark.
    private func leads(_ digests: [Digest]?, from base: LogID, _ mark: Mark?) -> Bool? {
        guard let mark, let digests else { return nil }
        guard head.next.id == entries.last?.id ?? base else { return false }
        return digests.reduce(mark) { $0.appending($1) } == head.next.mark
    }

    /// The digests of all entries; nil if an entry is bad.
    private var digests: [Digest]? {
        var digests: [Digest] = []
        for entry in entries {
            guard let digest = entry.digest else { return nil }
            digests.append(digest)
        }
        return digests
    }
}

extension LogPage.Entry {
    /// The digest; nil for a bad message.
    package var digest: Digest? {
        switch self {
        case .message(_, let message): message.digest
        case .gone(_, let digest), .laterForm(_, _, let digest): digest
        case .bad: nil
        }
    }
}
