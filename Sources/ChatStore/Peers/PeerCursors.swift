package import ChatModel

/// How far this node has read the logs of one peer: a pure value.
///
/// Clones are one peer with several logs, and a restored peer has another log than before. So the node keeps the settled
/// position in the log that it reads, with earlier ones, and up to ``Limits/otherCursors`` such cursors into other logs.
///
/// The exceptions of the peer belong to the current log. Another log is the same up to ``Other/shared``, so the exceptions up to
/// this id are those of both. After this id, the node has every message of the other log up to the other cursor, because a cursor
/// is cut before its first exception when it stops being the current one.
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

    /// The settled position.
    package var settled: LogPosition { current.newest }

    /// The positions from which a peer chooses the newest one that its log has.
    package var all: Cursor { current.joined(with: others.map(\.cursor)) }

    /// Moves the settled position on in its log.
    ///
    /// - Parameter passed: positions of the log up to the new one. If one of them is the newest position of another cursor, the
    ///   current log continues the log of that cursor, which is then dropped.
    package mutating func advance(to position: LogPosition, passing passed: [LogPosition]) {
        current = current.advanced(to: position, after: settled.id)
        guard !others.isEmpty else { return }
        let passed = Set(passed.filter { $0.id <= position.id })
        others.removeAll { passed.contains($0.cursor.newest) }
    }

    /// Goes back to an earlier position in the same log.
    package mutating func goBack(to position: LogPosition) {
        current = current.advanced(to: position, after: position.id)
    }

    /// Moves back to read passed messages again. Drops each cursor that shares the log beyond the position: the node
    /// may have passed messages of that log there, too.
    ///
    /// - Parameter position: an earlier position in the same log.
    package mutating func readAgain(after position: LogPosition) {
        others.removeAll { $0.shared > position.id }
        goBack(to: position)
    }

    /// Goes on from a position in another log of the peer. The former cursor stays as another one.
    ///
    /// - Parameter exception: returns the id before the first exception that begins after an id or later; nil if there is none.
    ///   The caller then drops the exceptions from there on.
    /// - Returns: the highest id up to which the new current log is the same as the former one.
    package mutating func change(
        to position: LogPosition, exceptionFrom exception: (LogID) throws -> LogID?
    ) rethrows -> LogID {
        let (base, shared): (Cursor, LogID) =
            if position.id == .zero || current.positions.contains(position) {
                (current, position.id)
            } else if let other = others.first(where: { $0.cursor.positions.contains(position) }) {
                (other.cursor, min(position.id, other.shared))
            } else {
                (.start, .zero)
            }
        let cut = try exception(shared)
        let former = Other(cursor: cut.map { current.cut(before: $0.advanced(by: 1)) } ?? current, shared: shared)
        let next = base.advanced(to: position, after: position.id)
        others = ([former] + others.compactMap { $0.moved(to: position, sharing: shared, exceptionAfter: cut) })
            .filter { $0.isUseful && !next.positions.contains($0.cursor.newest) }
        others.removeLast(max(0, others.count - Limits.otherCursors))
        current = next
        return shared
    }
}

extension PeerCursors.Other {
    /// Whether the cursor has a position in the part of its log that it does not share.
    fileprivate var isUseful: Bool { cursor.newest.id > shared }

    /// Returns the cursor beside a new current log, which begins to differ from the former one after an id; nil if it needs
    /// exceptions that are dropped then.
    fileprivate func moved(to position: LogPosition, sharing base: LogID, exceptionAfter cut: LogID?) -> Self? {
        if let cut, cut < shared, base < shared { return nil }
        let same = cursor.positions.contains(position) ? position.id : .zero
        return Self(cursor: cursor, shared: max(same, min(shared, base)))
    }
}
