internal import ChatModel
internal import LMDB

/// The consistency walk: whether log, marks, indexes, next id and counters of a store fit together.
///
/// Every entry of every table is read, and every message shown to be what was stored. The time of arrival is covered by
/// no digest: a changed one is found only where it moves the message among others.
struct StoreCheck {
    let tables: Tables

    func problems(in transaction: borrowing ReadTransaction) -> [StoreProblem] {
        let walk = StoreWalk()
        run(walk, in: transaction)
        return walk.problems
    }

    func run(_ walk: StoreWalk, in transaction: borrowing ReadTransaction) {
        let (lastID, largestStamp) = checkLog(walk, in: transaction)
        checkIndexes(walk, in: transaction)
        checkNumbers(after: lastID, largestStamp, walk, in: transaction)
        checkKeys(walk, in: transaction)
        checkQuarantine(walk, in: transaction)
    }

    /// Each record is what was stored, continues the chain of marks, and stands in every index.
    ///
    /// - Returns: the last id, and the largest stamp of a message that is not damaged.
    private func checkLog(
        _ walk: StoreWalk, in transaction: borrowing ReadTransaction
    ) -> (lastID: UInt64, largestStamp: Stamp) {
        var chain = MarkChain()
        var lastID: UInt64 = 0
        var largestStamp = Stamp.zero
        let arrivals = (try? Arrivals(tables, in: transaction)) ?? .asWritten
        walk.messages = walk.entries(of: tables.log, in: transaction) { id, bytes in
            lastID = id
            guard let record = try? Record(reading: bytes), let entry = try? record.entry(at: LogID(key: id)) else {
                walk.unreadable += 1
                walk.find(inMessage: id, "Message \(id) is damaged: its bytes are not what was stored.")
                chain.goOn(from: Record.mark(of: bytes))
                return
            }
            if !chain.take(record) {
                walk.find(inMessage: id, "The mark of message \(id) does not continue the chain.")
            }
            if case .message(let message) = entry.body { largestStamp = max(largestStamp, message.stamp) }
            try checkIndexes(of: entry, record, arrivals, walk, in: transaction)
        }
        return (lastID, largestStamp)
    }

    private func checkIndexes(
        of entry: LogEntry, _ record: Record, _ arrivals: Arrivals, _ walk: StoreWalk,
        in transaction: borrowing ReadTransaction
    ) throws {
        let id = entry.id.rawValue
        if try tables.digests.get(record.digest.bytes, in: transaction) != id {
            walk.findInStore("The digest of message \(id) is not in the index, or is another message's.")
        }
        guard case .message(let message) = entry.body else { return }
        if try !tables.rooms.contains(RoomKey(message.fields.room, id), in: transaction) {
            walk.findInBookkeeping("Message \(id) is missing in its room.")
        }
        if try !tables.order.contains(OrderKey(message.stamp.shown(arrival: record.arrival), id), in: transaction) {
            walk.find(
                inMessage: id, "Message \(id) is missing in the order of messages, or its time of arrival is damaged.")
        } else if let roomOrder = tables.roomOrder, let place = RoomOrderKey(entry, arrivals),
            try !roomOrder.contains(place, in: transaction)
        {
            walk.findInBookkeeping("Message \(id) is missing in the order of its room.")
        }
    }

    /// With each record in every index, equal counts say that the indexes hold nothing else.
    private func checkIndexes(_ walk: StoreWalk, in transaction: borrowing ReadTransaction) {
        let digests = walk.entries(of: tables.digests, in: transaction)
        if digests != walk.messages {
            walk.findInStore("The index of digests has \(digests) entries for \(walk.messages) messages.")
        }
        let counts = [
            (tables.rooms.name, checkRooms(walk, in: transaction)),
            (tables.order.name, walk.entries(of: tables.order, in: transaction)),
        ]
        for (name, entries) in counts where entries != walk.messages {
            walk.findInBookkeeping("The index of \(name) has \(entries) entries for \(walk.messages) messages.")
        }
        guard let roomOrder = tables.roomOrder else { return }
        let entries = walk.entries(of: roomOrder, in: transaction)
        if !(walk.messages - walk.unreadable...walk.messages).contains(entries) {
            walk.findInBookkeeping(
                "The index of \(roomOrder.name) has \(entries) entries for \(walk.messages) messages.")
        }
    }

    /// With each entry of the list of rooms the last message of one, equal counts say that every room has its own.
    ///
    /// - Returns: the number of messages in the rooms.
    private func checkRooms(_ walk: StoreWalk, in transaction: borrowing ReadTransaction) -> Int {
        var rooms = 0
        var previous: [UInt8]?
        let messages = walk.entries(of: tables.rooms, in: transaction) { key, _ in
            if key.room != previous { rooms += 1 }
            previous = key.room
        }
        guard let newestRooms = tables.newestRooms else { return messages }
        let entries = walk.entries(of: newestRooms, in: transaction) { id, name in
            guard let room = try? Room(utf8: name),
                try tables.rooms.last(RoomKey.range(of: room), in: transaction)?.key.id == id
            else {
                walk.findInBookkeeping("The list of rooms has message \(id) as the last of a room, which it is not.")
                return
            }
        }
        if entries != rooms {
            walk.findInBookkeeping("The list of rooms has \(entries) entries for \(rooms) rooms.")
        }
        return messages
    }

    private func checkNumbers(
        after lastID: UInt64, _ largestStamp: Stamp, _ walk: StoreWalk, in transaction: borrowing ReadTransaction
    ) {
        walk.entries(of: tables.meta, in: transaction)
        walk.attempt("The largest stamp cannot be read") {
            let stored = try tables.meta.get(.largestStamp, in: transaction) ?? 0
            if stored < largestStamp.rawValue {
                walk.findInBookkeeping("The largest stamp \(stored) is below a message's, \(largestStamp.rawValue).")
            }
        }
        walk.attempt("The next id cannot be read") {
            let next = try tables.meta.get(.nextID, in: transaction) ?? 1
            checkClockSetbacks(before: next, walk, in: transaction)
            if next <= lastID || next > Limits.idCeiling {
                walk.findInStore(
                    "The next id \(next) is not above the last one, \(lastID), or beyond the last there is.")
            }
        }
    }

    private func checkClockSetbacks(
        before nextID: UInt64, _ walk: StoreWalk, in transaction: borrowing ReadTransaction
    ) {
        let count = walk.entries(of: tables.clockSetbacks, in: transaction) { id, setback in
            // The next id itself: noted, and nothing written since.
            if id > nextID || setback.isOver(at: setback.time) {
                walk.findInBookkeeping("The clock is said to have been set back before message \(id), which cannot be.")
            }
        }
        if count > ClockSetback.maximumCount {
            walk.findInBookkeeping("The clock is said to have been set back \(count) times, more than are kept.")
        }
    }

    private func checkKeys(_ walk: StoreWalk, in transaction: borrowing ReadTransaction) {
        let byID = walk.entries(of: tables.postKeysByID, in: transaction) { id, key in
            if try tables.postKeys.get(key, in: transaction)?.id != id {
                walk.findInBookkeeping("The key of message \(id) is not in the table of keys.")
            }
            if try !tables.log.contains(id, in: transaction) {
                walk.findInBookkeeping("Message \(id) has a key and is missing.")
            }
        }
        if walk.entries(of: tables.postKeys, in: transaction) != byID {
            walk.findInBookkeeping("The two tables of keys differ in length.")
        }
    }

    private func checkQuarantine(_ walk: StoreWalk, in transaction: borrowing ReadTransaction) {
        var used: [[UInt8]: QuarantineUse] = [:]
        walk.entries(of: tables.quarantine, in: transaction) { key, entry in
            used[key.peer, default: QuarantineUse()].entries += 1
            used[key.peer, default: QuarantineUse()].bytes += UInt64(entry.raw.count)
        }
        walk.entries(of: tables.peers, in: transaction) { peer, record in
            let use = used.removeValue(forKey: peer) ?? QuarantineUse()
            if use.entries != record.quarantine.entries || use.bytes != record.quarantine.bytes {
                walk.findInBookkeeping(
                    "The share of \(String(decoding: peer, as: UTF8.self)) in the quarantine is miscounted.")
            }
            if record.lacksRetry {
                walk.findInBookkeeping(
                    "Of \(String(decoding: peer, as: UTF8.self)) something was not stored, and no retry begins anywhere."
                )
            }
        }
        for peer in used.keys {
            walk.findInBookkeeping(
                "The quarantine holds something of no peer, \(String(decoding: peer, as: UTF8.self)).")
        }
    }
}

/// The marks from which the next record may go on: after one that is wrong, both that one and the right one, so that
/// one changed mark is one finding.
private struct MarkChain {
    /// Nothing where the record before could not be read.
    private var candidates: [Mark]? = [.zero]

    /// Goes on from a record whose message is not what was stored.
    mutating func goOn(from mark: Mark?) {
        candidates = mark.map { [$0] }
    }

    /// - Returns: whether the record's mark continues the chain.
    mutating func take(_ record: Record) -> Bool {
        let right = candidates?.map { $0.appending(record.digest) }
        let fits = right?.contains(record.mark) ?? true
        candidates = [record.mark] + (fits ? [] : right ?? [])
        return fits
    }
}
