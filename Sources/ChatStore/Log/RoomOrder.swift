internal import ChatModel
internal import LMDB

/// Keeps the order of rooms in step with what the arrivals count as.
struct RoomOrder {
    /// Entries that are gathered before they are changed: a scan has the transaction to itself.
    private static let chunkEntries = 1000

    let tables: Tables

    /// Puts every message of the log in its place, for a store that has no such index yet.
    ///
    /// - Complexity: O(n log n)
    func build(in transaction: inout WriteTransaction) throws {
        let arrivals = try Arrivals(tables, in: transaction)
        try tables.roomOrder.clear(in: &transaction)
        var range = KeyRange<UInt64>.all
        while true {
            var last: UInt64?
            var places: [RoomOrderKey] = []
            try tables.log.scan(range, in: transaction, limit: Self.chunkEntries) { id, record in
                last = id
                if let place = Self.place(of: id, record, arrivals) { places.append(place) }
                return .next
            }
            for place in places { try tables.roomOrder.put(place, Empty(), in: &transaction) }
            guard let last else { return }
            range = .after(last)
        }
    }

    /// Moves the messages between two stamps to where they stand by the arrivals as they count now.
    ///
    /// - Complexity: O((rooms + messages between the stamps) · log n). Those are the messages that came while the clock was
    ///   ahead, and some of the last minutes before. One moves a second time only after the clock has gone wrong or right
    ///   once more: the commit that finds a clock changed takes longer, and none after it.
    func update(_ stamps: ClosedRange<Stamp>, in transaction: inout WriteTransaction) throws {
        let arrivals = try Arrivals(tables, in: transaction)
        var next = try tables.roomOrder.first(in: transaction)?.key.room
        while let room = next {
            try update(room, stamps, arrivals, in: &transaction)
            let rest = KeyRange.after(RoomOrderKey.end(of: room, at: Stamp(rawValue: .max)))
            next = try tables.roomOrder.first(rest, in: transaction)?.key.room
        }
    }

    private func update(
        _ room: [UInt8], _ stamps: ClosedRange<Stamp>, _ arrivals: Arrivals, in transaction: inout WriteTransaction
    ) throws {
        var range = KeyRange.from(
            RoomOrderKey.start(of: room, at: stamps.lowerBound), through: .end(of: room, at: stamps.upperBound))
        while true {
            var places: [RoomOrderKey] = []
            try tables.roomOrder.scan(range, in: transaction, limit: Self.chunkEntries) { place, _ in
                places.append(place)
                return .next
            }
            // One that moves on may be met again, and stays.
            for place in places { try update(place, arrivals, in: &transaction) }
            guard let last = places.last else { return }
            range.lower = .exclusive(last)
        }
    }

    private func update(
        _ place: RoomOrderKey, _ arrivals: Arrivals, in transaction: inout WriteTransaction
    ) throws {
        guard let record = try tables.log.get(place.id, in: transaction),
            let right = Self.place(of: place.id, record, arrivals), right != place
        else { return }
        try tables.roomOrder.delete(place, in: &transaction)
        try tables.roomOrder.put(right, Empty(), in: &transaction)
    }

    /// Nothing for a damaged record, which is served to nobody.
    private static func place(of id: UInt64, _ record: [UInt8], _ arrivals: Arrivals) -> RoomOrderKey? {
        guard let entry = try? Record(reading: record).entry(at: LogID(key: id)) else { return nil }
        return RoomOrderKey(entry, arrivals)
    }
}
