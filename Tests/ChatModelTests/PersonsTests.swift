import TestSupport
import Testing

@testable import ChatModel

@Suite struct PersonsTests {
    /// Keys in the order of their bytes.
    private let keys = (0..<5).map { _ in SigningKey().publicKey }.sorted()

    private func persons(_ claims: [Int: Set<Int>]) -> Persons {
        var all: [PublicKey: Set<PublicKey>] = [:]
        for (key, same) in claims { all[keys[key]] = Set(same.map { keys[$0] }) }
        return Persons(all)
    }

    /// Returns for each key the number of the lowest key of its person; nil if it is a person of its own.
    private func groups(_ claims: [Int: Set<Int>]) -> [Int?] {
        let persons = persons(claims)
        return keys.map { key in persons.person(of: key).flatMap { keys.firstIndex(of: $0) } }
    }

    @Test func `members that name each other are one person, also along a chain of three`() {
        #expect(groups([0: [1], 1: [0], 2: [], 3: [], 4: []]) == [0, 0, nil, nil, nil])
        #expect(groups([0: [], 1: [3], 2: [], 3: [1, 4], 4: [3]]) == [nil, 1, nil, 1, 1])
    }

    @Test func `what one side says, or a key that is no member, counts for nothing`() {
        #expect(groups([0: [1, 2], 1: [], 2: [1], 3: [], 4: []]) == [nil, nil, nil, nil, nil])
        // 1 is no member, or none any more.
        #expect(groups([0: [1], 2: [1], 3: [], 4: []]) == [nil, nil, nil, nil, nil])
    }

    @Test func `each side is told what the other one says`() {
        let persons = persons([0: [1, 2], 1: [0], 2: [], 3: [0], 4: []])
        #expect((1..<5).map { persons.claim(of: keys[$0], by: keys[0]) } == [.both, .here, .there, nil])
    }

    @Test func `persons are the same for each order of the claims`() {
        for _ in 0..<100 {
            var claims: [Int: Set<Int>] = [:]
            for key in 0..<5 { claims[key] = Set((0..<5).filter { $0 != key && Bool.random() }) }
            let persons = persons(claims)
            for one in 0..<5 {
                for other in 0..<5 where one != other {
                    let areOne =
                        persons.person(of: keys[one]) != nil
                        && persons.person(of: keys[one]) == persons.person(of: keys[other])
                    #expect(areOne == connected(one, other, claims))
                }
            }
        }
    }

    /// Whether two keys are connected by pairs that name each other: by repeated squaring of the relation.
    private func connected(_ one: Int, _ other: Int, _ claims: [Int: Set<Int>]) -> Bool {
        func agree(_ a: Int, _ b: Int) -> Bool { a == b || claims[a]!.contains(b) && claims[b]!.contains(a) }
        var reach = (0..<5).map { a in (0..<5).map { agree(a, $0) } }
        for _ in 0..<3 {
            reach = (0..<5).map { a in (0..<5).map { b in (0..<5).contains { reach[a][$0] && reach[$0][b] } } }
        }
        return reach[one][other]
    }
}
