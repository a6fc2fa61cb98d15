internal import Dispatch
internal import Synchronization

/// Work on all cores.
enum Parallel {
    /// Returns the results of a function for the elements of an array, in their order and without nil. Blocks its thread.
    static func compactMap<Element: Sendable, Result: Sendable>(
        _ elements: [Element], _ transform: @Sendable (Element) -> Result?
    ) -> [Result] {
        let results = Mutex([Result?](repeating: nil, count: elements.count))
        DispatchQueue.concurrentPerform(iterations: elements.count) { index in
            let result = transform(elements[index])
            results.withLock { $0[index] = result }
        }
        return results.withLock { $0.compactMap { $0 } }
    }
}
