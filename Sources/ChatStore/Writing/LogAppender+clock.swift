internal import ChatModel
internal import LMDB

extension LogAppender {
    /// Compares the clock with the latest arrival. Notes a clock setback, or begins to end setbacks that are over.
    ///
    /// The numbers of the store are at once those that it will have after the last of the ``SetbackSteps``. Nothing moves
    /// here.
    ///
    /// Call this only before a record is written. A clock that is wrong while nothing is written must leave no trace.
    mutating func noticeClock(in transaction: inout WriteTransaction) throws {
        var setbacks = try tables.allClockSetbacks(in: transaction)
        while let index = setbacks.lastIndex(where: \.setback.isInForce), setbacks[index].setback.isOver(at: now) {
            let setback = setbacks[index].setback
            numbers.latestArrival = max(numbers.latestArrival, setback.before)
            numbers.largestShown = max(numbers.largestShown, setback.shownBefore)
            setbacks[index].setback.phase = .ending
            try tables.clockSetbacks.put(setbacks[index].id, setbacks[index].setback, in: &transaction)
        }
        guard ClockSetback.isSetback(now: now, latest: numbers.latestArrival),
            setbacks.count < ClockSetback.maximumRecords
        else { return }
        let setback = ClockSetback(
            time: now, before: numbers.latestArrival, shownBefore: numbers.largestShown, firstID: nextID)
        try tables.clockSetbacks.put(nextID, setback, in: &transaction)
        numbers.latestArrival = now
        numbers.largestShown = min(numbers.largestShown, setback.latestDisplayStamp(idsBefore: 1))
        try replaceOldest(of: setbacks + [(nextID, setback)], in: &transaction)
    }

    /// Begins to end the oldest setback if too many are in force. All others take over its messages, so that it does not
    /// matter which of them ends next.
    private func replaceOldest(
        of setbacks: [(id: UInt64, setback: ClockSetback)], in transaction: inout WriteTransaction
    ) throws {
        var inForce = setbacks.filter(\.setback.isInForce)
        guard inForce.count > ClockSetback.maximumCount else { return }
        let oldest = inForce[0].setback
        inForce[0].setback.phase = .ending
        // The latest arrival and the largest display stamp of the oldest setback's messages, without the setbacks
        // from the present index on.
        var (arrival, shown) = (oldest.before, oldest.shownBefore)
        for index in inForce.indices.dropFirst() {
            inForce[index].setback.takeOver(from: oldest.floor, before: arrival, shownBefore: shown)
            arrival = min(arrival, inForce[index].setback.latestArrival(idsBefore: 1))
            shown = min(shown, inForce[index].setback.latestDisplayStamp(idsBefore: 1))
        }
        for (id, setback) in inForce { try tables.clockSetbacks.put(id, setback, in: &transaction) }
    }
}
