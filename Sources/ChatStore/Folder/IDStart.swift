internal import ChatModel
internal import LMDB

/// The first id that an opened store gives: a pure function of the store and of the ids files beside it.
struct IDStart: Equatable {
    /// The values of the store that tell which ids it gave.
    struct Stored {
        /// The next id by the store. After a jump, the next record has a higher one: see ``IDStart/next``.
        var next: UInt64 = 1
        /// The number of the last lifetime in which the store gave an id; nil if it never gave one.
        var lifetime: UInt64?
        /// The ids file in that lifetime.
        var file: FileIdentity?
        /// The arrival of the last record.
        var lastMessage: UnixTime?
    }

    let next: UInt64
    /// The number of the lifetime that begins with the first id.
    let lifetime: UInt64
    /// The ids file to continue with; nil if there is none.
    let file: IDsFile?
    /// The other ids files, which are removed after the first commit.
    let others: [IDsFile.Name]
    /// Nil if no id is left out.
    let jump: IDJump?
    /// Whether the store was copied, or an older one was put back, perhaps without a message between the two.
    let isRestore: Bool

    /// - Parameter hasRun: whether a node has run in this folder before: it has a node key.
    init(_ stored: Stored, files: [IDsFile], hasRun: Bool, now: UnixTime) {
        let known = files.first { $0.identity != nil && $0.identity == stored.file }
        let newest = files.max { ($0.name.lifetime, $0.name.bound) < ($1.name.lifetime, $1.name.bound) }
        let bound = max(min(stored.next, Limits.idCeiling), files.map(\.name.bound).max() ?? 1)
        let (next, reason) = Self.next(
            stored, newest?.name, isKnown: known != nil, bound: bound, hasRun: hasRun, now: now)
        self.next = next
        lifetime = max(stored.lifetime ?? 0, newest?.name.lifetime ?? 0) + 1
        let file = known ?? newest
        self.file = file
        others = files.map(\.name).filter { $0 != file?.name }
        isRestore = stored.lifetime != nil && reason != .notClosed
        jump =
            next == stored.next
            ? nil
            : IDJump(
                from: LogID(key: stored.next), to: LogID(key: next), reason: reason, lastMessage: stored.lastMessage)
    }

    private static func next(
        _ stored: Stored, _ newest: IDsFile.Name?, isKnown: Bool, bound: UInt64, hasRun: Bool, now: UnixTime
    ) -> (UInt64, IDJump.Reason) {
        guard let lifetime = stored.lifetime else {
            // Without an ids file, nothing says how many ids an earlier store in this folder gave.
            if newest == nil, hasRun { return (LogID.afterLargestJump(from: bound), .storeMissing) }
            return (bound, .storeMissing)
        }
        guard let newest else { return (LogID.afterJump(from: bound, stored.lastMessage, now), .idsFileMissing) }
        guard isKnown else { return (LogID.afterJump(from: bound, stored.lastMessage, now), .copied) }
        return (bound, newest.lifetime > lifetime ? .olderStore : .notClosed)
    }
}

extension LogID {
    /// Returns the next id after a jump by 1,048,576 and ten for each second since the last message, but by at most a
    /// 64th of the ids that are left.
    ///
    /// The time lets a second copy of the same backup give higher ids than the first copy.
    ///
    /// - Parameter last: the arrival of the last record. A time after `now` counts as `now`.
    static func afterJump(from next: UInt64, _ last: UnixTime?, _ now: UnixTime) -> UInt64 {
        let elapsedMilliseconds = last.map { now - $0 } ?? 0
        return min(next + (1 << 20) + elapsedMilliseconds / 100, afterLargestJump(from: next))
    }

    /// Returns the next id after a jump by a 64th of the ids that are left. From 1 that is 33,554,432.
    static func afterLargestJump(from next: UInt64) -> UInt64 {
        next + (Limits.idCeiling - min(next, Limits.idCeiling)) / 64
    }
}
