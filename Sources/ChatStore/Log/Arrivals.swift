internal import ChatModel
internal import LMDB

/// Computes arrivals from commit times and the clock setbacks of the store.
///
/// While the wall clock is ahead, records get commit times in the future. A clock that was one hour ahead and is
/// corrected would leave these records after all new ones in display order for one hour. So the arrival of such a record
/// is just before the setback, one millisecond earlier for each id. The records themselves do not change: if the setback
/// turns out to be wrong, arrivals are the commit times again.
///
/// A setback says which ids it limits now. ``SetbackSteps`` extends and reduces these ids step by step, and moves the
/// messages in the same transaction. So in every snapshot the display order is the order of the display stamps that follow
/// from the arrivals in the same snapshot.
struct Arrivals {
    private let setbacks: [(id: UInt64, setback: ClockSetback)]

    /// Every arrival is the commit time.
    static let asCommitted = Arrivals([])

    init(_ setbacks: [(id: UInt64, setback: ClockSetback)]) {
        self.setbacks = setbacks.filter { !$0.setback.limited.isEmpty }
    }

    init(_ tables: Tables, in transaction: borrowing some Transaction & ~Copyable) throws {
        self.init(try tables.allClockSetbacks(in: transaction))
    }

    func arrival(of id: LogID, commitTime: UnixTime) -> UnixTime {
        setbacks.reduce(commitTime) { arrival, entry in
            guard entry.setback.limited.contains(id.rawValue) else { return arrival }
            return min(arrival, entry.setback.latestArrival(idsBefore: entry.id - id.rawValue))
        }
    }
}

extension Tables {
    /// Returns the clock setbacks by ascending id, at most ``ClockSetback/maximumRecords``.
    func allClockSetbacks(
        in transaction: borrowing some Transaction & ~Copyable
    ) throws -> [(id: UInt64, setback: ClockSetback)] {
        var setbacks: [(id: UInt64, setback: ClockSetback)] = []
        try clockSetbacks.scan(in: transaction) { id, setback in
            setbacks.append((id, setback))
            return .next
        }
        return setbacks
    }
}
