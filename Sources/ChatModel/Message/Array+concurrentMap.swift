internal import Dispatch
internal import Synchronization

extension Array where Element: Sendable {
    /// Returns the results of a function for each element, in their order. Works on all cores, because verifying the signature
    /// of a message takes about 100 µs. Blocks its thread.
    public func concurrentMap<Result: Sendable>(_ transform: @Sendable (Element) -> Result) -> [Result] {
        let results = Mutex([Result?](repeating: nil, count: count))
        DispatchQueue.concurrentPerform(iterations: count) { index in
            let result = transform(self[index])
            results.withLock { $0[index] = result }
        }
        return results.withLock { $0.compactMap(\.self) }
    }
}
