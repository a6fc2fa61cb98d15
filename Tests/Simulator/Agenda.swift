import HeapModule

/// The planned actions, in the order of virtual time. Actions for the same moment keep the order in which they were
/// planned.
struct Agenda {
    typealias Action = () async throws -> Void

    private struct Entry: Comparable {
        let time: Duration
        let number: Int
        let action: Action

        static func == (left: Entry, right: Entry) -> Bool { left.number == right.number }
        static func < (left: Entry, right: Entry) -> Bool {
            (left.time, left.number) < (right.time, right.number)
        }
    }

    private var entries = Heap<Entry>()
    private var planned = 0

    /// Virtual time since the run began.
    private(set) var now = Duration.zero

    mutating func plan(after delay: Duration, _ action: @escaping Action) {
        planned += 1
        entries.insert(Entry(time: now + delay, number: planned, action: action))
    }

    /// Removes and returns the next action, and advances the time to it.
    mutating func next() -> Action? {
        guard let entry = entries.popMin() else { return nil }
        now = entry.time
        return entry.action
    }
}
