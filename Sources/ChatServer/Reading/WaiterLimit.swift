internal import Synchronization

/// Counts the requests that are held for news, so that they stay bounded.
final class WaiterLimit: Sendable {
    private let maximum: Int
    private let count = Atomic(0)

    init(maximum: Int) {
        self.maximum = maximum
    }

    /// - Returns: whether one more may wait; if so, ``leave()`` has to follow.
    func enter() -> Bool {
        guard count.add(1, ordering: .relaxed).newValue > maximum else { return true }
        leave()
        return false
    }

    func leave() {
        count.subtract(1, ordering: .relaxed)
    }
}
