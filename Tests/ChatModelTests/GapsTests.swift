import ChatModel
import TestSupport
import Testing

struct GapsTests {
    /// A position with a mark that no other position has.
    private func position(_ id: UInt64) -> LogPosition {
        // 32 bytes are a digest.
        let digest = try! Digest(bytes: [UInt8](repeating: UInt8(truncatingIfNeeded: id), count: 32))
        return LogPosition(id: LogID.zero.advanced(by: id), mark: id == 0 ? .zero : Mark.zero.appending(digest))
    }

    private func gap(_ before: UInt64, _ last: UInt64, knownForm: UInt64 = 0) -> Gap {
        Gap(after: position(before), through: position(last).id, knownForm: knownForm)
    }

    private func gaps(_ all: Gap...) -> Gaps {
        var gaps = Gaps()
        for gap in all { gaps.add(gap) }
        return gaps
    }

    @Test func `gaps that touch or overlap become one, and others stay apart`() {
        #expect(gaps(gap(1, 3), gap(5, 7)).notStored == [gap(1, 3), gap(5, 7)])
        #expect(gaps(gap(5, 7), gap(1, 3), gap(3, 5)).notStored == [gap(1, 7)])
        #expect(gaps(gap(4, 9), gap(1, 5)).notStored == [gap(1, 9)])
        #expect(gaps(gap(1, 9), gap(3, 4)).notStored == [gap(1, 9)])
    }

    @Test func `a gap that ends before it begins is not noted`() {
        #expect(gaps(gap(3, 3)).isEmpty)
        #expect(gaps(gap(5, 3)).isEmpty)
    }

    @Test
    func `gaps of messages of later forms are kept apart from others, and a joined one keeps the lowest known form`() {
        let gaps = gaps(gap(1, 3), gap(2, 5, knownForm: 3), gap(5, 6, knownForm: 2))
        #expect(gaps.notStored == [gap(1, 3)])
        #expect(gaps.laterForms == [gap(2, 6, knownForm: 2)])
        #expect(gaps.next(after: .zero, knowing: 2) == gap(1, 3))
        #expect(gaps.next(after: position(3).id, knowing: 2) == nil)
        #expect(gaps.next(after: position(3).id, knowing: 3) == gap(2, 6, knownForm: 2))
    }

    @Test func `closing a part cuts gaps, and the rest of a gap begins at the end of the part`() {
        var gaps = gaps(gap(1, 9), gap(12, 15), gap(20, 30))
        gaps.close(after: position(4).id, through: position(13))
        #expect(gaps.notStored == [gap(1, 4), gap(13, 15), gap(20, 30)])
        gaps.close(after: position(13).id, through: position(15))
        #expect(gaps.notStored == [gap(1, 4), gap(20, 30)])
        gaps.close(after: position(25).id, through: nil)
        #expect(gaps.notStored == [gap(1, 4), gap(20, 25)])
        gaps.close(after: .zero, through: nil)
        #expect(gaps.isEmpty)
    }

    @Test func `closing a part removes a gap if all its messages are in the part`() {
        var gaps = gaps(Gap(after: position(1), first: position(5).id, through: position(9).id))
        gaps.close(after: position(3).id, through: position(9))
        #expect(gaps.isEmpty)
    }

    @Test func `of more than 1,000 gaps the lowest become one, and every id stays covered`() throws {
        var gaps = Gaps()
        for number in 0..<1500 as Range<UInt64> { gaps.add(gap(10 * number + 1, 10 * number + 3)) }
        #expect(gaps.notStored.count == Limits.gaps)
        #expect(gaps.notStored[0] == gap(1, 5003))
        #expect(gaps.notStored[1] == gap(5011, 5013))
        #expect(gaps.laterForms.isEmpty)
        // Closing the middle of a gap makes one more.
        gaps.close(after: position(3000).id, through: position(4000))
        #expect(gaps.notStored.count == Limits.gaps)
        #expect(gaps.contains(position(2).id) && gaps.contains(position(5003).id))
    }

    @Test func `random changes keep gaps apart, ascending and covering exactly the open ids`() {
        var dice = SeededGenerator(seed: 7)
        for _ in 0..<200 {
            var (gaps, open) = (Gaps(), Set<UInt64>())
            for _ in 0..<40 {
                let (one, two) = (UInt64.random(in: 0...60, using: &dice), UInt64.random(in: 0...60, using: &dice))
                let (low, high) = (min(one, two), max(one, two))
                if Bool.random(using: &dice) {
                    gaps.add(gap(low, high))
                    if low < high { open.formUnion(low + 1...high) }
                } else {
                    let end = Bool.random(using: &dice) ? position(high) : nil
                    gaps.close(after: position(low).id, through: end)
                    open = open.filter { $0 <= low || $0 > (end?.id.rawValue ?? .max) }
                }
                #expect((0...60).filter { gaps.contains(position($0).id) } == open.sorted())
                #expect(
                    zip(gaps.notStored, gaps.notStored.dropFirst()).allSatisfy { $0.last < $1.before.id })
            }
        }
    }
}
