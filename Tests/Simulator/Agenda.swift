import HeapModule

/// What is still to happen, in the order of virtual time; what falls on one moment, in the order in which it was
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

    /// Takes what happens next, and moves the time on to it.
    mutating func next() -> Action? {
        guard let entry = entries.popMin() else { return nil }
        now = entry.time
        return entry.action
    }
}
