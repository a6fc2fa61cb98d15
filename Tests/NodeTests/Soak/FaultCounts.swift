import Synchronization

/// How often what went wrong, on purpose.
final class FaultCounts: Sendable, CustomStringConvertible {
    private let counts = Mutex<[String: Int]>([:])

    func add(_ fault: String) {
        counts.withLock { $0[fault, default: 0] += 1 }
    }

    var description: String {
        counts.withLock { $0 }.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    }
}
