import ChatModel
import TestSupport
import Testing

@Suite struct CursorTests {
    private func cursor(_ ids: [UInt64]) throws -> Cursor? { Cursor(restoring: try ids.map(Sample.position)) }
    private func ids(_ cursor: Cursor) -> [UInt64] { cursor.positions.map(\.id.rawValue) }

    @Test(arguments: 1...10 as ClosedRange<UInt64>, [1, 50, 1_000, 1_000_000] as [UInt64])
    func `every past position has a kept position less than four times as far back`(seed: UInt64, step: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var cursor = Cursor.start
        var passed: [UInt64] = [0]
        for _ in 0..<400 {
            let next = cursor.newest.id.rawValue + .random(in: 1...step, using: &generator)
            guard next < Limits.idCeiling else { break }
            cursor = cursor.advanced(to: try Sample.position(next), after: cursor.newest.id)
            passed.append(next)
            #expect(cursor.newest.id.rawValue == next)
            #expect(cursor.positions.count <= Limits.cursorPairs)
            let kept = ids(cursor) + [0]
            for past in passed {
                let found = try #require(kept.first { $0 <= past })
                #expect(found == past || next - found < 4 * (next - past), "\(past) of \(next): \(kept)")
            }
        }
    }

    @Test func `the ids that thin out least fill a cursor and keep the oldest position`() throws {
        // Positions 1, 2, 4, 8 … before the last possible id, each pair of neighbours as close as it may stay.
        let last = Limits.idCeiling - 1
        var cursor = Cursor.start
        for power in (0...30).reversed() {
            let id = last - (1 << UInt64(power))
            cursor = cursor.advanced(to: try Sample.position(id), after: cursor.newest.id)
        }
        cursor = cursor.advanced(to: try Sample.position(last), after: cursor.newest.id)
        #expect(ids(cursor) == [last] + (0...30 as ClosedRange<UInt64>).map { last - (1 << $0) })
        #expect(cursor.positions.count == Limits.cursorPairs)
    }

    @Test func `ids up to the largest possible cannot overfill a cursor or trap`() throws {
        var cursor = Cursor.start
        for power in (0...53).reversed() {
            let id: UInt64 = (1 << 53) + 1 - (1 << UInt64(power))
            cursor = cursor.advanced(to: try Sample.position(id), after: cursor.newest.id)
        }
        #expect(cursor.newest.id.rawValue == 1 << 53)
        #expect(cursor.positions.count == Limits.cursorPairs)
        #expect(Cursor(restoring: cursor.positions) == cursor)
    }

    @Test func `advancing drops the positions after the base of the page`() throws {
        let cursor = try #require(try cursor([58, 57, 55, 51]))
        #expect(ids(cursor.advanced(to: try Sample.position(56), after: LogID(rawValue: 55)!)) == [56, 55, 51])
        #expect(ids(cursor.advanced(to: try Sample.position(7), after: .zero)) == [7])
        #expect(cursor.advanced(to: .start, after: .zero) == .start)
    }

    @Test func `advancing to the newest position leaves the cursor unchanged`() throws {
        let cursor = try #require(try cursor([58, 57, 55, 51]))
        #expect(cursor.advanced(to: try Sample.position(58), after: LogID(rawValue: 58)!) == cursor)
    }

    @Test func `cutting keeps the positions before an id`() throws {
        let cursor = try #require(try cursor([58, 57, 55, 51]))
        #expect(ids(cursor.cut(before: LogID(rawValue: 57)!)) == [55, 51])
        #expect(ids(cursor.cut(before: LogID(rawValue: 59)!)) == [58, 57, 55, 51])
        #expect(cursor.cut(before: .zero) == .start)
        #expect(cursor.cut(before: .zero).newest == .start)
    }

    @Test func `joined cursors have the newest position of each, then the newer ones of the first`() throws {
        let first = try #require(try cursor([58, 57, 55, 51]))
        let others = [try #require(try cursor([90, 54, 30])), try #require(try cursor([40, 20]))]
        #expect(ids(first.joined(with: others)) == [90, 58, 57, 55, 54, 51, 40, 30, 20])
        #expect(first.joined(with: []) == first)
        let long = try #require(try cursor((101...132).reversed()))
        #expect(ids(long.joined(with: others)) == (103...132).reversed() + [90, 40])
        #expect(ids(Cursor.start.joined(with: others)) == [90, 54, 40, 30, 20])
    }

    @Test func `of joined positions with one id, the newest one of another cursor is preferred`() throws {
        let positions = [58, 55].map { LogPosition(id: Sample.id($0), mark: .zero) }
        let first = try #require(try cursor([58, 57, 55]))
        let other = try #require(Cursor(restoring: positions))
        #expect(
            first.joined(with: [other]).positions == [positions[0], try Sample.position(57), try Sample.position(55)])
    }

    @Test(arguments: [[], [1], [58, 57, 55, 51], Array((1...32).reversed())] as [[UInt64]])
    func `a cursor is written and parsed again`(ids: [UInt64]) throws {
        let cursor = try #require(try cursor(ids))
        #expect(Cursor(cursor.description) == cursor)
        #expect(Cursor(cursor.description + "x") == nil)
    }

    @Test func `the longest possible cursor can be written and parsed`() throws {
        let end: UInt64 = 1 << 53
        let longest = try #require(try cursor((0..<32).map { end - $0 }))
        #expect(Cursor(longest.description) == longest)
    }

    @Test(arguments: [[0], [1, 2], [2, 2], [5, 3, 4], [5, 0], Array((1...33).reversed())] as [[UInt64]])
    func `positions that break the rules of a cursor are refused`(ids: [UInt64]) throws {
        #expect(try cursor(ids) == nil)
        let text = try ids.map(Sample.position).map { "\($0.id):\($0.mark)" }.joined(separator: ",")
        #expect(Cursor(text) == nil)
    }

    @Test(arguments: [
        ":", "58", "58:", ":AAAAAAAAAAAAAAAAAAAAAA", "58:AAAA", "x:AAAAAAAAAAAAAAAAAAAAAA",
        "58:AAAAAAAAAAAAAAAAAAAAAA:1",
        "58:AAAAAAAAAAAAAAAAAAAAAB", "58:AAAAAAAAAAAAAAAAAAAAAA;57:AAAAAAAAAAAAAAAAAAAAAA",
        String(repeating: ",", count: 10_000), String(repeating: "9", count: 100_000),
    ])
    func `malformed text is refused`(text: String) {
        #expect(Cursor(text) == nil)
    }
}
