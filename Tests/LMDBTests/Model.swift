import LMDB

/// The expected contents of a table of bytes: a dictionary that is sorted for each scan.
struct Model {
    var entries: [[UInt8]: [UInt8]] = [:]

    /// Returns the expected entries of a scan.
    func scan(_ range: KeyRange<[UInt8]>, reversed: Bool, limit: Int?) -> [Entry<[UInt8], [UInt8]>] {
        let within = entries.filter { range.contains($0.key) }.map { Entry(key: $0.key, value: $0.value) }
        let ascending = within.sorted { $0.key.lexicographicallyPrecedes($1.key) }
        let ordered = reversed ? ascending.reversed() : ascending
        return Array(ordered.prefix(limit ?? ordered.count))
    }
}

extension KeyRange<[UInt8]> {
    fileprivate func contains(_ key: [UInt8]) -> Bool {
        let isAbove =
            switch lower {
            case .unbounded: true
            case .inclusive(let bound): !key.lexicographicallyPrecedes(bound)
            case .exclusive(let bound): bound.lexicographicallyPrecedes(key)
            }
        let isBelow =
            switch upper {
            case .unbounded: true
            case .inclusive(let bound): !bound.lexicographicallyPrecedes(key)
            case .exclusive(let bound): key.lexicographicallyPrecedes(bound)
            }
        return isAbove && isBelow
    }
}
