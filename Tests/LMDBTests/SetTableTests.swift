import LMDB
import TestSupport
import Testing

/// An element that is a number.
private protocol Numbered: SetElement {
    init(number: UInt32)
    var number: UInt32 { get }
}

extension UInt32: Numbered {
    fileprivate init(number: UInt32) { self = number }
    fileprivate var number: UInt32 { self }
}

/// A number in 20 bytes.
private struct Wide: Numbered {
    static let byteCount = 20
    let number: UInt32

    init(number: UInt32) { self.number = number }

    func encode(into bytes: inout OutputRawSpan) {
        bytes.append(bigEndian: UInt64.max)
        bytes.append(bigEndian: number)
        bytes.append(bigEndian: UInt64(7))
    }

    init(decoding bytes: RawSpan) throws {
        try bytes.requireCount(Self.byteCount)
        number = try bytes.bigEndian(at: 8)
    }
}

/// The sets of a table, as a dictionary of Swift sets.
private struct SetModel {
    var sets: [UInt64: Set<UInt32>] = [:]

    func elements(under key: UInt64, _ range: KeyRange<UInt32> = .all) -> [UInt32] {
        (sets[key] ?? []).filter { range.contains($0) }.sorted()
    }

    var pairs: [Pair] {
        sets.keys.sorted().flatMap { key in elements(under: key).map { Pair(key: key, element: $0) } }
    }
}

extension KeyRange where Key: Comparable {
    fileprivate func contains(_ key: Key) -> Bool {
        let isAbove =
            switch lower {
            case .unbounded: true
            case .inclusive(let bound): key >= bound
            case .exclusive(let bound): key > bound
            }
        let isBelow =
            switch upper {
            case .unbounded: true
            case .inclusive(let bound): key <= bound
            case .exclusive(let bound): key < bound
            }
        return isAbove && isBelow
    }
}

private struct Pair: Equatable {
    let key: UInt64
    let element: UInt32
}

private typealias Sets<Element: SetElement> = SetTable<UInt64, Element>

@Suite struct SetTableTests {
    /// One element, a few, as many as LMDB keeps beside their key, and more than one LMDB page of them.
    @Test(arguments: [1, 0xC0FFEE] as [UInt64], [4, 60, 3000])
    func `set tables of one LMDB table have the same elements as Swift sets after random operations`(
        seed: UInt64, size: UInt32
    ) throws {
        var generator = SeededGenerator(seed: seed)
        try withEnvironment { environment in
            let (narrow, wide, empty) = try environment.write { transaction in
                (
                    try Sets<UInt32>("narrow", prefix: 4, of: "sets", in: transaction),
                    try Sets<Wide>("wide", prefix: 5, of: "sets", in: transaction),
                    try Sets<Empty>("empty", prefix: 6, of: "sets", in: transaction)
                )
            }
            var (narrowModel, wideModel, keys) = (SetModel(), SetModel(), Set<UInt64>())
            for _ in 0..<20 {
                try environment.write { transaction in
                    try change(narrow, &narrowModel, below: size, in: &transaction, using: &generator)
                    try change(wide, &wideModel, below: size, in: &transaction, using: &generator)
                    try change(empty, &keys, below: size, in: &transaction, using: &generator)
                }
                try compare(narrow, narrowModel, below: size, in: environment, using: &generator)
                try compare(wide, wideModel, below: size, in: environment, using: &generator)
                try compare(empty, keys, in: environment)
            }
        }
    }

    /// Makes random changes, to both. A random part of them comes in ascending order.
    private func change<Element: Numbered>(
        _ table: Sets<Element>, _ model: inout SetModel, below size: UInt32, in transaction: inout WriteTransaction,
        using generator: inout SeededGenerator
    ) throws {
        var next = UInt32.random(in: 0..<size, using: &generator)
        for _ in 0..<Int.random(in: 1...Int(size), using: &generator) {
            let key = UInt64.random(in: 0..<3, using: &generator)
            let random = UInt32.random(in: 0..<size, using: &generator)
            switch Int.random(in: 0..<10, using: &generator) {
            case 0..<3:
                let isRemoved = model.sets[key]?.remove(random) != nil
                #expect(try table.remove(Element(number: random), under: key, in: &transaction) == isRemoved)
            case 3..<6:
                next = (next + 1) % size
                try insert(next, under: key, isMostlyLast: true, into: table, &model, in: &transaction)
            default:
                let isMostlyLast = Bool.random(using: &generator)
                try insert(random, under: key, isMostlyLast: isMostlyLast, into: table, &model, in: &transaction)
            }
        }
        // Sometimes a set loses all elements, and with them its key.
        guard Int.random(in: 0..<5, using: &generator) == 0 else { return }
        for element in model.sets.removeValue(forKey: 1) ?? [] {
            #expect(try table.remove(Element(number: element), under: 1, in: &transaction))
        }
    }

    private func insert<Element: Numbered>(
        _ element: UInt32, under key: UInt64, isMostlyLast: Bool, into table: Sets<Element>, _ model: inout SetModel,
        in transaction: inout WriteTransaction
    ) throws {
        let isNew = model.sets[key, default: []].insert(element).inserted
        let element = Element(number: element)
        #expect(
            try table.insert(element, under: key, isMostlyLast: isMostlyLast, in: &transaction) == isNew)
    }

    /// Makes random changes of sets that have one element or none.
    private func change(
        _ table: Sets<Empty>, _ keys: inout Set<UInt64>, below size: UInt32, in transaction: inout WriteTransaction,
        using generator: inout SeededGenerator
    ) throws {
        for _ in 0..<Int.random(in: 1...Int(size), using: &generator) {
            let key = UInt64.random(in: 0..<UInt64(size), using: &generator)
            if Bool.random(using: &generator) {
                let isNew = keys.insert(key).inserted
                #expect(try table.insert(Empty(), under: key, in: &transaction) == isNew)
            } else {
                let isRemoved = keys.remove(key) != nil
                #expect(try table.remove(Empty(), under: key, in: &transaction) == isRemoved)
            }
        }
    }

    private func compare(_ table: Sets<Empty>, _ keys: Set<UInt64>, in environment: Environment) throws {
        try environment.read { transaction in
            var found: [UInt64] = []
            try table.scanPairs(in: transaction, reversed: true) { key, _ in
                found.append(key)
                return .next
            }
            #expect(found == keys.sorted(by: >))
            let count = try table.count(in: transaction)
            #expect(count == keys.count)
            for key in 0..<4 as Range<UInt64> {
                #expect(try table.contains(Empty(), under: key, in: transaction) == keys.contains(key))
            }
        }
    }

    private func compare<Element: Numbered>(
        _ table: Sets<Element>, _ model: SetModel, below size: UInt32, in environment: Environment,
        using generator: inout SeededGenerator
    ) throws {
        let keys = randomRange(below: 4 as UInt64, using: &generator)
        try environment.read { transaction in
            let count = try table.count(in: transaction)
            #expect(count == model.pairs.count)
            let first = try table.firstKey(keys, in: transaction)
            #expect(first == model.pairs.first { keys.contains($0.key) }?.key)
            try compare(table, with: model.pairs, in: transaction)
        }
        for key in 0..<4 as Range<UInt64> {
            let element = UInt32.random(in: 0..<size, using: &generator)
            let isThere = model.sets[key]?.contains(element) ?? false
            let (contains, count) = try environment.read { transaction in
                (
                    try table.contains(Element(number: element), under: key, in: transaction),
                    try table.count(under: key, in: transaction)
                )
            }
            #expect(contains == isThere)
            #expect(count == model.elements(under: key).count)
            for _ in 0..<5 {
                let range = randomRange(below: size, using: &generator)
                try compare(table, range, under: key, with: model.elements(under: key, range), in: environment)
            }
        }
    }

    private func compare<Element: Numbered>(
        _ table: Sets<Element>, with expected: [Pair], in transaction: borrowing ReadTransaction
    ) throws {
        for limit in [nil, 0, 3] {
            let most = limit ?? .max
            let forward = try pairs(of: table, limit: limit, in: transaction)
            #expect(forward == Array(expected.prefix(most)))
            let backward = try pairs(of: table, reversed: true, limit: limit, in: transaction)
            #expect(backward == Array(expected.reversed().prefix(most)))
        }
    }

    private func compare<Element: Numbered>(
        _ table: Sets<Element>, _ range: KeyRange<UInt32>, under key: UInt64, with expected: [UInt32],
        in environment: Environment
    ) throws {
        let elements = KeyRange(lower: bound(range.lower) as KeyRange<Element>.Bound, upper: bound(range.upper))
        try environment.read { transaction in
            #expect(try table.first(elements, under: key, in: transaction)?.number == expected.first)
            #expect(try table.last(elements, under: key, in: transaction)?.number == expected.last)
            for limit in [nil, 0, 3] {
                let most = limit ?? .max
                let forward = try numbers(of: table, elements, under: key, limit: limit, in: transaction)
                #expect(forward == Array(expected.prefix(most)))
                let backward = try numbers(
                    of: table, elements, under: key, reversed: true, limit: limit, in: transaction)
                #expect(backward == Array(expected.reversed().prefix(most)))
            }
        }
    }

    private func bound<Element: Numbered>(_ bound: KeyRange<UInt32>.Bound) -> KeyRange<Element>.Bound {
        switch bound {
        case .unbounded: .unbounded
        case .inclusive(let number): .inclusive(Element(number: number))
        case .exclusive(let number): .exclusive(Element(number: number))
        }
    }

    private func randomRange<Number: FixedWidthInteger & TableKey>(
        below size: Number, using generator: inout SeededGenerator
    ) -> KeyRange<Number> {
        func bound() -> KeyRange<Number>.Bound {
            let number = Number.random(in: 0...size, using: &generator)
            return [.unbounded, .inclusive(number), .exclusive(number)].randomElement(using: &generator) ?? .unbounded
        }
        return KeyRange(lower: bound(), upper: bound())
    }

    @Test func `LMDB pages of ascending elements are full, however many sets the table has`() throws {
        try withSets { table, environment in
            let before = try environment.info.usedBytes
            try environment.write { transaction in
                for element in 0..<100_000 as Range<UInt32> {
                    try table.insert(element, under: UInt64(element % 3), isMostlyLast: true, in: &transaction)
                }
            }
            // Without a page that is not full, 100,000 elements of 4 bytes have 400,000 bytes.
            #expect(try environment.info.usedBytes - before < 440_000)
        }
    }

    @Test func `an existing set table is opened with its sets`() throws {
        try withSets { table, environment in
            try environment.write { transaction in
                for element in [3, 1, 2] as [UInt32] { try table.insert(element, under: 7, in: &transaction) }
            }
            let existing = try environment.read { try Sets<UInt32>("numbers", prefix: 1, of: "sets", in: $0) }
            let found = try environment.read { try numbers(of: existing, under: 7, in: $0) }
            #expect(found == [1, 2, 3])
        }
    }

    // MARK: Helpers

    private func withSets(_ body: (Sets<UInt32>, Environment) throws -> Void) throws {
        try withEnvironment { environment in
            let table = try environment.write { transaction in
                try Sets<UInt32>("numbers", prefix: 1, of: "sets", in: transaction)
            }
            try body(table, environment)
        }
    }

    private func numbers<Element: Numbered>(
        of table: Sets<Element>, _ range: KeyRange<Element> = .all, under key: UInt64, reversed: Bool = false,
        limit: Int? = nil, in transaction: borrowing some Transaction & ~Copyable
    ) throws -> [UInt32] {
        var numbers: [UInt32] = []
        try table.scan(range, under: key, in: transaction, reversed: reversed, limit: limit) { element in
            numbers.append(element.number)
            return .next
        }
        return numbers
    }

    private func pairs<Element: Numbered>(
        of table: Sets<Element>, reversed: Bool = false, limit: Int? = nil, in transaction: borrowing ReadTransaction
    ) throws -> [Pair] {
        var pairs: [Pair] = []
        try table.scanPairs(in: transaction, reversed: reversed, limit: limit) { key, element in
            pairs.append(Pair(key: key, element: element.number))
            return .next
        }
        return pairs
    }
}
