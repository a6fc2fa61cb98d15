import ChatModel

/// Where a page stands in the log that it was asked from.
struct PagePlace {
    /// The id after which it begins; the start where that is not shown.
    let base: LogID
    /// Whether its mark, counted from the mark at `base`, shows that it holds all of the log up to its end. Nothing where
    /// that cannot be told: a message in it is none, or the mark at `base` is not known.
    let isComplete: Bool?
}

extension LogPage {
    /// - Returns: nothing if the page does not go on from where it was asked to.
    func place(for from: LogStart) -> PagePlace? {
        let digests = digests
        switch from {
        case .after(let past, let mark):
            guard entries.allSatisfy({ $0.id > past }) else { return nil }
            guard entries.isEmpty ? head.next.id >= past : head.next.id > past else { return nil }
            return PagePlace(base: past, isComplete: leads(digests, from: past == .zero ? .zero : mark))
        case .newestCommon(let cursor):
            return entries.allSatisfy { $0.id > .zero } ? place(after: cursor, digests) : nil
        }
    }

    /// The peer chose the position; what the cursor has from there on is of another log. Where no position leads to the
    /// page, what it leaves out can lie before its first entry.
    private func place(after cursor: Cursor, _ digests: [Digest]?) -> PagePlace {
        let first = entries.first?.id ?? head.next.id.advanced(by: 1)
        let positions = (cursor.positions + [.start]).filter { $0.id < first }
        if let common = positions.first(where: { leads(digests, from: $0.mark) == true }) {
            return PagePlace(base: common.id, isComplete: true)
        }
        return PagePlace(base: .zero, isComplete: digests == nil ? nil : false)
    }

    /// Whether the mark that follows on `mark` over these digests is the page's.
    private func leads(_ digests: [Digest]?, from mark: Mark?) -> Bool? {
        guard let mark, let digests else { return nil }
        return digests.reduce(mark) { $0.appending($1) } == head.next.mark
    }

    /// Nothing where an entry is no message: its digest is not known.
    private var digests: [Digest]? {
        var digests: [Digest] = []
        for entry in entries {
            switch entry {
            case .message(_, let message): digests.append(message.digest)
            case .gone(_, let digest): digests.append(digest)
            case .bad: return nil
            }
        }
        return digests
    }
}
