/// How far one node has read a peer's log.
///
/// It keeps the newest position and fewer and fewer of the older ones, so that after the peer was restored from a backup
/// the two sides find a common position less than four times as far back as the newest that they ever had in common.
public struct Cursor: Hashable, Sendable {
    /// The newest first, ids strictly descending, at most ``Limits/cursorPairs``; empty before the first page.
    public let positions: [LogPosition]

    public static let start = Cursor(positions: [])

    private init(positions: [LogPosition]) {
        self.positions = positions
    }

    /// - Returns: nothing if ids do not strictly descend, if there are too many, or if id 0 is among them.
    public init?(restoring positions: [LogPosition]) {
        guard positions.count <= Limits.cursorPairs, positions.allSatisfy({ $0.id > .zero }),
            zip(positions, positions.dropFirst()).allSatisfy({ $0.id > $1.id })
        else { return nil }
        self.init(positions: positions)
    }

    /// The newest position; the start before the first page.
    public var newest: LogPosition { positions.first ?? .start }

    /// The cursor after a page that held what lies after `base` and ended at `next`.
    ///
    /// Positions after `base` are of a log that the peer no longer has: they are dropped.
    public func advanced(to next: LogPosition, after base: LogID) -> Cursor {
        guard next.id > .zero else { return .start }
        let older = positions.filter { $0.id <= base && $0.id < next.id }
        return Cursor(positions: Self.thinned([next] + older))
    }

    /// The cursor without what lies at `id` or after it.
    public func cut(before id: LogID) -> Cursor {
        Cursor(positions: positions.filter { $0.id < id })
    }

    /// Drops each position whose next older one lies less than four times as far back as its next newer one.
    ///
    /// Both distances grow alike from page to page, so that their proportion only falls: what was dropped keeps an older
    /// neighbour less than four times as far back as itself. Every second distance is at least four times as long, which
    /// leaves at most 32 positions of ids below 2^31.
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
    /// `58:M,57:M,55:M…`, the newest first: how a cursor stands in the parameter `have`.
    public var description: String {
        positions.map { "\($0.id):\($0.mark)" }.joined(separator: ",")
    }

    /// Reads what ``description`` writes.
    public init?(_ text: some StringProtocol) {
        guard text.utf8.count <= Limits.cursorPairs * 48 else { return nil }
        var positions: [LogPosition] = []
        for pair in text.split(separator: ",", omittingEmptySubsequences: true) {
            let parts = pair.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count == 2, let id = LogID(decimal: parts[0]), let mark = try? Mark(base64URL: parts[1])
            else { return nil }
            positions.append(LogPosition(id: id, mark: mark))
        }
        self.init(restoring: positions)
    }
}
