package import ChatModel

/// How far this node has read the logs of one peer: a pure value.
///
/// Clones are one peer with several logs, and a restored peer has another log than before. So the node keeps the cursor into
/// the log that it reads, the current cursor, and up to ``Limits/otherCursors`` cursors into other logs.
///
/// The gaps of the peer belong to the current log. Another log is the same up to ``Other/shared``, so the gaps up to this id
/// are gaps of both. After this id, the node has every message of the other log up to the other cursor, because a cursor is
/// cut before its first gap when it stops being the current one. So the other logs need no gaps of their own.
package struct PeerCursors: Hashable, Sendable {
    /// A cursor into another log than the current one.
    package struct Other: Hashable, Sendable {
        package let cursor: Cursor
        /// The highest id up to which both logs are known to be the same.
        package let shared: LogID

        package init(cursor: Cursor, shared: LogID) {
            self.cursor = cursor
            self.shared = shared
        }
    }

    /// The place at which a page continues what was read.
    package struct Base: Hashable, Sendable {
        /// The newest position at or before the beginning of the page that one of the cursors has.
        package let position: LogPosition
        /// The highest id up to which the log of the page is known to be the same as the current log. All gaps after it belong to
        /// the current log alone.
        package let shared: LogID
    }

    package private(set) var current: Cursor
    /// The cursors into other logs, the one that was the current cursor last first.
    package private(set) var others: [Other]

    /// - Returns: nil if there are more than ``Limits/otherCursors`` other cursors, or if one of them has no position in a part
    ///   of its log that it does not share.
    package init?(current: Cursor, others: [Other] = []) {
        guard others.count <= Limits.otherCursors, others.allSatisfy(\.isUseful) else { return nil }
        self.current = current
        self.others = others
    }

    private init() { (current, others) = (.start, []) }

    /// Before the first page.
    package static let start = PeerCursors()

    /// Returns the place at which a page of the log continues what was read.
    ///
    /// After a commit of unknown outcome, the puller goes on from the cursors before it. So no cursor may have the position at
    /// which the page begins. An older position of the puller's cursor is then the base.
    ///
    /// - Parameters:
    ///   - start: the newest position that the puller knows before the page.
    ///   - next: the puller's cursor after the page.
    package func base(ofPageAfter start: LogPosition, leadingTo next: Cursor) -> Base {
        for position in [start] + next.positions where position.id <= start.id && position.id > .zero {
            if current.positions.contains(position) { return Base(position: position, shared: position.id) }
            if let other = others.first(where: { $0.cursor.positions.contains(position) }) {
                return Base(position: position, shared: min(position.id, other.shared))
            }
        }
        return Base(position: .start, shared: .zero)
    }

    /// Makes the cursor after a page the current one. The former one stays as another cursor if the page does not continue it.
    ///
    /// The caller then drops all gaps after ``Base/shared``.
    ///
    /// - Parameters:
    ///   - passed: the positions within the page, as far as they are known. If one of them is the newest position of a cursor,
    ///     the current log continues the log of that cursor, which is then dropped.
    ///   - gaps: the gaps before the page.
    package mutating func move(to next: Cursor, from base: Base, passing passed: [LogPosition], _ gaps: Gaps) {
        let gap = gaps.next(after: base.shared, knowing: .max)?.before.id
        let former = gap.map { current.cut(before: $0.advanced(by: 1)) } ?? current
        others =
            ([Other(cursor: former, shared: base.shared)] + others.compactMap { $0.moved(to: base, gapAfter: gap) })
            .filter { other in
                let end = other.cursor.newest
                return other.isUseful && !next.positions.contains(end) && !passed.contains(end)
            }
        others.removeLast(max(0, others.count - Limits.otherCursors))
        current = next
    }

    /// Replaces the current cursor by the one after a page whose beginning is not known.
    package mutating func replaceCurrent(with next: Cursor) { current = next }
}

extension PeerCursors.Other {
    /// Whether the cursor has a position in the part of its log that it does not share.
    fileprivate var isUseful: Bool { cursor.newest.id > shared }

    /// Returns the cursor beside a new current log, which begins to differ from the former one after a base; nil if it needs gaps
    /// that are dropped then.
    ///
    /// - Parameter gap: the id before the first of the dropped gaps; nil if no gap is dropped.
    fileprivate func moved(to base: PeerCursors.Base, gapAfter gap: LogID?) -> Self? {
        if let gap, gap < shared, base.shared < shared { return nil }
        let same = cursor.positions.contains(base.position) ? base.position.id : .zero
        return Self(cursor: cursor, shared: max(same, min(shared, base.shared)))
    }
}
