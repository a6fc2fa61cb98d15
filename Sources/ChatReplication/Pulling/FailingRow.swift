import ChatModel

/// Searches for the end of a row of ids at which requests fail: a pure value.
///
/// A request at a distance from the beginning of the row fails if the next message after that place can't be
/// transferred. The distances grow until a request does not fail; then the search goes on between the last two. So the
/// search also ends if the ids after the row jump, as they do by a million after a restore, or if the log ends soon
/// after the row.
struct FailingRow {
    /// The distance of the next request, in ids from the beginning of the row.
    private(set) var distance: UInt64 = 1
    /// The largest distance at which a request has failed.
    private var failed: UInt64 = 0
    /// The smallest distance behind the row; nil if none is known.
    private var end: UInt64?
    private let singleIDs: UInt64

    /// - Parameter singleIDs: distances grow by one id up to this one, and double after that.
    init(singleIDs: Int = 0) {
        self.singleIDs = UInt64(singleIDs)
    }

    /// The request at ``distance`` has failed.
    mutating func fail() {
        failed = distance
        if let end, end > failed { return halve(to: end) }
        end = nil
        distance = distance < singleIDs ? distance + 1 : min(2 * distance, Limits.idCeiling)
    }

    /// The request at ``distance`` has not failed.
    ///
    /// - Returns: whether a smaller distance is left for the next request.
    mutating func succeed() -> Bool {
        let distance = distance
        end(at: distance)
        return self.distance < distance
    }

    /// The row ends at a distance or before. The next request is between this distance and the largest one that has failed, or
    /// at this distance if no other is left.
    mutating func end(at distance: UInt64) {
        end = distance
        halve(to: distance)
    }

    private mutating func halve(to end: UInt64) { distance = failed + (end - failed + 1) / 2 }
}
