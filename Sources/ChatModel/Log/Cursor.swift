/// How far a node has read the log of a peer.
///
/// A cursor stores the newest position and a thinning selection of older ones. After the peer was restored from a
/// backup, both nodes find a common position that is less than four times as far back as the newest position they ever
/// shared.
public struct Cursor: Hashable, Sendable {
    /// At most ``Limits/cursorPairs`` positions, the newest first, with strictly descending ids; empty before the first
    /// page.
    public let positions: [LogPosition]

    /// The cursor before the first page.
    public static let start = Cursor(positions: [])

    private init(positions: [LogPosition]) {
        self.positions = positions
    }

    /// Creates a cursor from stored positions; nil if their ids do not strictly descend, if one of them is 0, or if
    /// there are more than ``Limits/cursorPairs``.
    public init?(restoring positions: [LogPosition]) {
        guard positions.count <= Limits.cursorPairs, positions.allSatisfy({ $0.id > .zero }),
            zip(positions, positions.dropFirst()).allSatisfy({ $0.id > $1.id })
        else { return nil }
        self.init(positions: positions)
    }

    /// Creates a cursor of one position; nil for the start.
    public init?(at position: LogPosition) { self.init(restoring: [position]) }

    /// The newest position; ``LogPosition/start`` before the first page.
    public var newest: LogPosition { positions.first ?? .start }

    /// Returns the cursor after a page that began after `base` and ended at `next`.
    ///
    /// Positions after `base` are dropped, because the peer's log no longer has them.
    public func advanced(to next: LogPosition, after base: LogID) -> Cursor {
        guard next.id > .zero else { return .start }
        let older = positions.filter { $0.id <= base && $0.id < next.id }
        return Cursor(positions: Self.thinned([next] + older))
    }

    /// Returns the cursor without the positions at `id` and after it.
    public func cut(before id: LogID) -> Cursor {
        Cursor(positions: positions.filter { $0.id < id })
    }

    /// Returns the positions of this cursor and of others as one cursor, from which a peer chooses the newest position that its
    /// log has.
    ///
    /// A cursor has one position with each id, and at most ``Limits/cursorPairs``. The newest positions of the others are
    /// preferred, then the newer positions of this cursor, then those of the others.
    public func joined(with others: [Cursor]) -> Cursor {
        var joined: [LogID: LogPosition] = [:]
        let preferred = others.compactMap(\.positions.first) + positions + others.flatMap { $0.positions.dropFirst() }
        for position in preferred where joined.count < Limits.cursorPairs && joined[position.id] == nil {
            joined[position.id] = position
        }
        return Cursor(positions: joined.values.sorted { $0.id > $1.id })
    }

    /// Drops position B between A (newer) and C (older) if C is less than four times as far back as A.
    ///
    /// "Far back" is the distance from the newest id. Both distances grow by the same amount with each page, so their
    /// ratio only falls: a dropped position always has an older neighbour less than four times as far back as itself.
    /// Of the kept positions, every second distance is at least four times the one before, so ids below 2^31 leave at
    /// most 32 positions.
    private static func thinned(_ positions: [LogPosition]) -> [LogPosition] {
        guard let newest = positions.first else { return [] }
        let distance = { (position: LogPosition) in newest.id.rawValue - position.id.rawValue }
        var kept: [LogPosition] = []
        for position in positions {
            if let newer = kept.dropLast().last, distance(position) / 4 < distance(newer) { kept.removeLast() }
            kept.append(position)
        }
        return Array(kept.prefix(Limits.cursorPairs))
    }
}

extension Cursor: CustomStringConvertible {
    /// The form in the parameter `have`: pairs of id and mark, the newest first, such as `58:M,57:M,55:M`.
    public var description: String {
        positions.map { "\($0.id):\($0.mark)" }.joined(separator: ",")
    }

    /// Parses the form of ``description``.
    public init?(_ text: some StringProtocol) {
        guard text.utf8.count <= Limits.cursorPairs * 48 else { return nil }
        var positions: [LogPosition] = []
        for pair in text.isEmpty ? [] : text.split(separator: ",", omittingEmptySubsequences: false) {
            let parts = pair.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count == 2, let id = LogID(decimal: parts[0]), let mark = try? Mark(base64URL: parts[1])
            else { return nil }
            positions.append(LogPosition(id: id, mark: mark))
        }
        self.init(restoring: positions)
    }
}
