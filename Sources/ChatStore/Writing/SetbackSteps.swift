internal import ChatModel
internal import LMDB

/// The steps in which clock setbacks change arrivals and move messages in the display order.
///
/// A setback can concern all messages of a store. Each transaction takes one step of bounded size, and stores in the
/// ``ClockSetback`` how far the work has come. If the process is killed, the next process goes on from there. Each step
/// changes the arrivals of some ids, and moves their messages: readers see each message once, at the place that its
/// arrival gives it.
///
/// The oldest of the messages move first when a setback begins, and the newest first when it ends. So these messages keep
/// their order among themselves all the time. A message that arrives between two steps stands before those that have not
/// moved yet.
struct SetbackSteps {
    private typealias Entry = (id: UInt64, setback: ClockSetback)

    private let tables: Tables

    init(_ tables: Tables) {
        self.tables = tables
    }

    /// Whether all steps are taken.
    func areTaken(in transaction: borrowing some Transaction & ~Copyable) throws -> Bool {
        Self.next(of: try tables.allClockSetbacks(in: transaction)) == nil
    }

    /// Reads at most `limit` records or keys of the display order, and moves the messages among them that have another
    /// place now.
    ///
    /// - Complexity: O(limit · log n)
    func take(records limit: Int, in transaction: inout WriteTransaction) throws {
        var left = limit
        while left > 0, let next = Self.next(of: try tables.allClockSetbacks(in: transaction)) {
            left -= try max(1, advance(next, limit: left, in: &transaction))
        }
    }

    /// Returns the setback that needs the next step.
    ///
    /// Moving and ending come before finding, because a setback has to find the messages at the places that earlier setbacks
    /// give them. A setback that replaces an older one takes over its messages before the older one ends.
    private static func next(of setbacks: [Entry]) -> Entry? {
        setbacks.first { $0.setback.phase == .moving && !$0.setback.hasMoved(before: $0.id) }
            ?? setbacks.last { $0.setback.phase == .ending }
            ?? setbacks.first { [.walking, .searching].contains($0.setback.phase) }
    }

    /// - Returns: the number of records or keys that were read.
    private func advance(_ entry: Entry, limit: Int, in transaction: inout WriteTransaction) throws -> Int {
        switch entry.setback.phase {
        case .walking: try walk(entry, limit: limit, in: &transaction)
        case .searching: try search(entry, limit: limit, in: &transaction)
        case .moving: try move(entry, limit: limit, in: &transaction)
        case .ending: try end(entry, limit: limit, in: &transaction)
        }
    }

    // MARK: Finding

    /// Goes through the records before the setback, the last first, and lowers ``ClockSetback/floor`` as long as they arrived
    /// later than the setback allows.
    private func walk(_ entry: Entry, limit: Int, in transaction: inout WriteTransaction) throws -> Int {
        var setback = entry.setback
        let arrivals = try Arrivals(tables, in: transaction)
        var count = 0
        var isAtEnd = true
        try tables.log.scan(.before(setback.floor), in: transaction, reversed: true, limit: limit) { id, record in
            count += 1
            // The commit time is not checked: the record may be damaged.
            if let time = Record.commitTime(of: record),
                arrivals.arrival(of: LogID(key: id), commitTime: time)
                    <= setback.latestArrival(idsBefore: entry.id - id)
            {
                return .stop
            }
            setback.floor = id
            isAtEnd = count < limit
            return .next
        }
        if isAtEnd { setback.phase = .searching }
        try tables.clockSetbacks.put(entry.id, setback, in: &transaction)
        return count
    }

    /// Lowers the floor to the first message that the setback moves. This message may come before messages that the
    /// setback does not move, if an earlier setback was wrong and has ended.
    private func search(_ entry: Entry, limit: Int, in transaction: inout WriteTransaction) throws -> Int {
        var setback = entry.setback
        let index = tables.displayOrderIndex
        let lowest = setback.latestDisplayStamp(idsBefore: entry.id)
        var left = limit
        while left > 0 {
            guard let next = try index.first(after: setback.searched, in: transaction) else {
                (setback.phase, setback.searched) = (.moving, nil)
                setback.limited = setback.floor..<setback.floor
                break
            }
            let room = next.room
            let first = next.place.stamp < lowest ? .start(at: lowest) : next.place
            var count = 0
            try index.table.scan(KeyRange(lower: .inclusive(first)), under: room, in: transaction, limit: left) {
                place in
                (setback.searched, count) = (DisplayOrderKey(room: room, place: place), count + 1)
                let id = place.id
                if id < setback.floor, place.stamp > setback.latestDisplayStamp(idsBefore: entry.id - id) {
                    setback.floor = id
                }
                return .next
            }
            if count < left { setback.searched = DisplayOrderKey(room: room, place: .end(at: .latest)) }
            left -= max(1, count)
        }
        try tables.clockSetbacks.put(entry.id, setback, in: &transaction)
        return limit - left
    }

    // MARK: Moving

    /// Limits the arrivals of further records: upwards to the setback, then downwards to a floor that was lowered since.
    private func move(_ entry: Entry, limit: Int, in transaction: inout WriteTransaction) throws -> Int {
        let limited = entry.setback.limited
        var setback = entry.setback
        let slice: Slice
        if limited.upperBound < entry.id {
            slice = try self.slice(limited.upperBound..<entry.id, limit: limit, in: transaction)
            setback.limited = limited.lowerBound..<slice.end
        } else {
            slice = try self.slice(setback.floor..<limited.lowerBound, reversed: true, limit: limit, in: transaction)
            setback.limited = slice.end..<limited.upperBound
        }
        try replace(entry, with: setback, moving: slice.ids, in: &transaction)
        return slice.ids.count
    }

    /// Gives records back the arrivals that they have without the setback, the newest record first, and then removes
    /// the setback.
    private func end(_ entry: Entry, limit: Int, in transaction: inout WriteTransaction) throws -> Int {
        var setback = entry.setback
        let slice = try slice(setback.limited, reversed: true, limit: limit, in: transaction)
        setback.limited = setback.limited.lowerBound..<slice.end
        try replace(entry, with: setback, moving: slice.ids, in: &transaction)
        if setback.limited.isEmpty { try tables.clockSetbacks.delete(entry.id, in: &transaction) }
        return slice.ids.count
    }

    /// Ids of the log from one end of a range, and the bound up to which no others are in that part.
    private typealias Slice = (ids: [UInt64], end: UInt64)

    /// Returns the first ids of a range, or the last ones if `reversed`, at most `limit`.
    private func slice(
        _ range: Range<UInt64>, reversed: Bool = false, limit: Int, in transaction: borrowing WriteTransaction
    ) throws -> Slice {
        var ids: [UInt64] = []
        let keys = KeyRange(lower: .inclusive(range.lowerBound), upper: .exclusive(range.upperBound))
        try tables.log.scan(keys, in: transaction, reversed: reversed, limit: limit) { id, _ in
            ids.append(id)
            return .next
        }
        guard ids.count == limit, let last = ids.last else {
            return (ids, reversed ? range.lowerBound : range.upperBound)
        }
        return (ids, reversed ? last : last + 1)
    }

    private func replace(
        _ entry: Entry, with setback: ClockSetback, moving ids: [UInt64], in transaction: inout WriteTransaction
    ) throws {
        let old = try Arrivals(tables, in: transaction)
        try tables.clockSetbacks.put(entry.id, setback, in: &transaction)
        let new = try Arrivals(tables, in: transaction)
        for id in ids {
            guard let record = try tables.log.get(id, in: transaction),
                let before = try? tables.recordFormat.entry(record, at: LogID(key: id), old),
                let after = try? tables.recordFormat.entry(record, at: LogID(key: id), new)
            else { continue }
            try tables.displayOrderIndex.move(before, to: after, in: &transaction)
        }
    }
}

extension ClockSetback {
    /// Whether a setback before the record with an id has moved all its messages.
    fileprivate func hasMoved(before id: UInt64) -> Bool { limited == floor..<id }
}
