package import ChatModel

extension LogPage {
    /// Returns the positions after the page's entries, if the page's mark proves that it has every entry of the log from a
    /// position up to its end; nil otherwise, also if an entry has no digest.
    ///
    /// The page's `next` must also be the id of its last entry, or `start` if it has no entries: no two positions of a log have
    /// the same mark.
    package func positions(from start: LogPosition) -> [LogPosition]? {
        guard entries.allSatisfy({ $0.id > start.id }), head.next.id == entries.last?.id ?? start.id else { return nil }
        var positions: [LogPosition] = []
        positions.reserveCapacity(entries.count)
        var mark = start.mark
        for entry in entries {
            guard let digest = entry.digest else { return nil }
            mark = mark.appending(digest)
            positions.append(LogPosition(id: entry.id, mark: mark))
        }
        return mark == head.next.mark ? positions : nil
    }

    /// Returns the newest of a cursor's positions from which the page leads on, as its mark proves; nil if it is none of them.
    package func start(oneOf cursor: Cursor) -> LogPosition? {
        let first = entries.first?.id ?? head.next.id.advanced(by: 1)
        return (cursor.positions + [.start]).first { $0.id < first && positions(from: $0) != nil }
    }
}

extension LogPage {
    /// Returns the page with those of its messages that have these digests.
    package func only(_ digests: [Digest]) -> LogPage {
        let digests = Set(digests)
        return LogPage(
            head: head,
            entries: entries.filter { entry in
                if case .message(_, let message) = entry { digests.contains(message.digest) } else { false }
            })
    }
}
