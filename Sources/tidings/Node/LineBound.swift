import ChatModel

/// Bounds how many lines of one kind the program logs in an hour, and counts the others: a pure value.
///
/// A kind is a place in the program, the beginning of the line, and a peer. So neither a peer that comes and goes all the time nor
/// one that sends something wrong again and again fills the disk, and the lines about others are still written.
struct LineBound {
    struct Kind: Hashable {
        /// The file and the line in the program.
        let place: String
        let peer: String?
        /// How the line begins: one place logs all notices about peers.
        var beginning: String = ""
    }

    private struct Count {
        let since: Duration
        var written = 0
        var omitted = 0
    }

    /// The lines of one kind in an hour.
    static let linesPerHour = 12
    /// With more kinds than this, those of the last hours are forgotten, and then one place is one kind.
    static let maximumKinds = 1024
    private static let hour = Duration.seconds(60 * 60)

    private var counts: [Kind: Count] = [:]

    /// Counts a line.
    ///
    /// - Returns: how many lines of its kind were omitted before it, if it should be written; otherwise nil.
    mutating func omittedBefore(_ kind: Kind, at now: Duration) -> Int? {
        var kind = kind
        if counts[kind] == nil, counts.count >= Self.maximumKinds {
            counts = counts.filter { now - $0.value.since < Self.hour }
            if counts.count >= Self.maximumKinds { kind = Kind(place: kind.place, peer: nil) }
        }
        var count = counts[kind] ?? Count(since: now)
        var omitted = 0
        if now - count.since >= Self.hour { (count, omitted) = (Count(since: now), count.omitted) }
        defer { counts[kind] = count }
        guard count.written < Self.linesPerHour else {
            count.omitted += 1
            return nil
        }
        count.written += 1
        return omitted
    }
}
