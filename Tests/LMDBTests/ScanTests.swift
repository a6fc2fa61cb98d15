import LMDB
import TestSupport
import Testing

@Suite struct ScanTests {
    /// The keys of an empty table, of one entry, of a few entries with gaps, and of several LMDB pages.
    static let tables: [[UInt64]] = [[], [5], [3, 5, 7], Array(stride(from: 1, to: 2_000, by: 2))]

    @Test(arguments: tables, [false, true])
    func `a scan between any two bounds returns the same entries as a sorted array`(stored: [UInt64], reversed: Bool)
        throws
    {
        try withEnvironment { environment in
            let table: Numbers = try makeTable(in: environment)
            var model = Model()
            try environment.write { transaction in
                for key in stored {
                    try table.put(key, key * 2, in: &transaction)
                    model.entries[key.encoded()] = (key * 2).encoded()
                }
            }
            let bytes = try environment.read { try Texts("table", in: $0) }
            try environment.read { transaction in
                for lower in Self.bounds(around: stored) {
                    for upper in Self.bounds(around: stored) {
                        let range = KeyRange(lower: lower, upper: upper)
                        let given = try entries(of: bytes, range, in: transaction, reversed: reversed)
                        #expect(given == model.scan(range, reversed: reversed, limit: nil), "\(range)")
                        for limit in [0, 2, .max] {
                            let count = try bytes.count(range, upTo: limit, in: transaction)
                            #expect(count == min(given.count, limit), "\(range)")
                        }
                    }
                }
            }
        }
    }

    /// Returns no bound, and inclusive and exclusive bounds before, at, between and after the stored keys.
    static func bounds(around stored: [UInt64]) -> [KeyRange<[UInt8]>.Bound] {
        let middle = stored.isEmpty ? 5 : stored[stored.count / 2]
        let first = stored.first ?? 5
        let last = stored.last ?? 5
        let keys = Set([0, first - 1, first, first + 1, middle, middle + 1, last - 1, last, last + 1, UInt64.max])
        return [.unbounded] + keys.sorted().flatMap { [.inclusive($0.encoded()), .exclusive($0.encoded())] }
    }

    @Test(arguments: [1, 2, 3, 0xC0FFEE] as [UInt64])
    func `a table has the same entries as a dictionary after random operations`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        try withEnvironment { environment in
            let table: Texts = try makeTable(in: environment)
            var model = Model()
            for _ in 0..<20 {
                try change(table, &model, in: environment, using: &generator)
                try compare(table, model, in: environment, using: &generator)
            }
        }
    }

    /// Up to 100 random changes in one write, to both.
    private func change(
        _ table: Texts,
        _ model: inout Model,
        in environment: Environment,
        using generator: inout SeededGenerator
    ) throws {
        try environment.write { transaction in
            for _ in 0..<Int.random(in: 1...100, using: &generator) {
                let key = randomKey(using: &generator)
                let value = [UInt8](repeating: key[0], count: Int.random(in: 0...600, using: &generator))
                switch Int.random(in: 0..<100, using: &generator) {
                case 0:
                    try table.clear(in: &transaction)
                    model.entries = [:]
                case 1..<40:
                    #expect(try table.delete(key, in: &transaction) == (model.entries.removeValue(forKey: key) != nil))
                default:
                    try table.put(key, value, in: &transaction)
                    model.entries[key] = value
                }
            }
        }
    }

    /// 50 random scans, and all entries.
    private func compare(
        _ table: Texts,
        _ model: Model,
        in environment: Environment,
        using generator: inout SeededGenerator
    ) throws {
        try environment.read { transaction in
            #expect(try entries(of: table, in: transaction) == model.scan(.all, reversed: false, limit: nil))
            for _ in 0..<50 {
                let range = KeyRange(lower: randomBound(using: &generator), upper: randomBound(using: &generator))
                let reversed = Bool.random(using: &generator)
                let limit = Bool.random(using: &generator) ? nil : Int.random(in: 0...5, using: &generator)
                let given = try entries(of: table, range, in: transaction, reversed: reversed, limit: limit)
                #expect(given == model.scan(range, reversed: reversed, limit: limit), "\(range)")
            }
        }
    }

    /// One to three bytes of four values each, so that keys meet and are prefixes of one another.
    private func randomKey(using generator: inout SeededGenerator) -> [UInt8] {
        (0..<Int.random(in: 1...3, using: &generator)).map { _ in [0, 1, 128, 255].randomElement(using: &generator)! }
    }

    private func randomBound(using generator: inout SeededGenerator) -> KeyRange<[UInt8]>.Bound {
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: .unbounded
        case 1, 2: .inclusive(randomKey(using: &generator))
        default: .exclusive(randomKey(using: &generator))
        }
    }

    @Test func `a scan ends on stop, and rethrows the error of its body`() throws {
        try withEnvironment { environment in
            let table = try numbers(0..<10, in: environment)
            try environment.read { transaction in
                var given: [UInt64] = []
                try table.scan(in: transaction) { key, _ in
                    given.append(key)
                    return key == 3 ? .stop : .next
                }
                #expect(given == [0, 1, 2, 3])
                #expect(throws: BodyError.self) { try table.scan(in: transaction) { _, _ in throw BodyError() } }
            }
        }
    }

    @Test(arguments: [false, true])
    func `a scan returns at most as many entries as its limit`(reversed: Bool) throws {
        try withEnvironment { environment in
            let table = try numbers(0..<10, in: environment)
            try environment.read { transaction in
                for limit in [0, 1, 9, 10, 11] {
                    let given = try keys(of: table, in: transaction, reversed: reversed, limit: limit)
                    #expect(given.count == min(limit, 10))
                }
            }
        }
    }

    @Test func `nested scans do not affect each other`() throws {
        try withEnvironment { environment in
            let table = try numbers(0..<50, in: environment)
            let pairs = try environment.read { transaction in
                var pairs: [[UInt64]] = []
                try table.scan(in: transaction) { outer, _ in
                    try table.scan(.before(outer), in: transaction, reversed: true, limit: 2) { inner, _ in
                        pairs.append([outer, inner])
                        return .next
                    }
                    return .next
                }
                return pairs
            }
            let expected = (0..<50).flatMap { outer in (0..<outer).reversed().prefix(2).map { [outer, $0] } }
            #expect(pairs == expected.map { $0.map(UInt64.init) })
        }
    }

    @Test func `a scan in a write sees the changes of the write`() throws {
        try withEnvironment { environment in
            let table = try numbers(0..<5, in: environment)
            let seen = try environment.write { transaction in
                try table.delete(2, in: &transaction)
                try table.put(9, 9, in: &transaction)
                return try keys(of: table, in: transaction, reversed: true)
            }
            #expect(seen == [9, 4, 3, 1, 0])
        }
    }

    @Test func `first and last return the ends of a range`() throws {
        try withEnvironment { environment in
            let table = try numbers(10..<20, in: environment)
            #expect(try ends(of: table, .all, in: environment) == [10, 19])
            #expect(try ends(of: table, .after(12), in: environment) == [13, 19])
            #expect(try ends(of: table, .before(12), in: environment) == [10, 11])
            #expect(try ends(of: table, .init(lower: .inclusive(15)), in: environment) == [15, 19])
            #expect(try ends(of: table, .through(99), in: environment) == [10, 19])
            #expect(try ends(of: table, .from(12, through: 12), in: environment) == [12, 12])
            #expect(try ends(of: table, .from(13, through: 12), in: environment) == [nil, nil])
            #expect(try ends(of: table, .init(lower: .inclusive(20)), in: environment) == [nil, nil])
            #expect(try ends(of: table, .before(10), in: environment) == [nil, nil])
        }
    }

    private func ends(
        of table: Numbers,
        _ range: KeyRange<UInt64>,
        in environment: Environment
    ) throws -> [UInt64?] {
        try environment.read { transaction in
            let first = try table.first(range, in: transaction)
            let last = try table.last(range, in: transaction)
            return [first?.key, last?.key]
        }
    }

    private func numbers(_ range: Range<UInt64>, in environment: Environment) throws -> Numbers {
        let table: Numbers = try makeTable(in: environment)
        try environment.write { transaction in
            for key in range { try table.append(key, key, in: &transaction) }
        }
        return table
    }
}
