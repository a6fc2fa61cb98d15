import Testing

@testable import ChatServer

@Suite("A revision")
struct RevisionTests {
    private func revision() -> Revision<Int> { Revision(0, first: 7, interval: .milliseconds(250)) }

    @Test("stays as long as nothing changes, and is raised at once after a quiet time")
    func raised() {
        var revision = revision()
        #expect(revision.number(of: 0, at: .zero) == 7)
        #expect(revision.number(of: 0, at: .seconds(60)) == 7)
        #expect(revision.delay(of: 0, at: .seconds(60)) == nil)
        #expect(revision.number(of: 1, at: .seconds(60)) == 8)
        #expect(revision.number(of: 1, at: .seconds(61)) == 8)
    }

    @Test("is raised once for what changes within an interval, when that is over")
    func heldBack() {
        var revision = revision()
        #expect(revision.number(of: 1, at: .zero) == 8)
        for millisecond in 1..<250 {
            #expect(revision.number(of: 1 + millisecond, at: .milliseconds(millisecond)) == 8)
        }
        #expect(revision.delay(of: 250, at: .milliseconds(240)) == .milliseconds(10))
        #expect(revision.number(of: 250, at: .milliseconds(250)) == 9)
        #expect(revision.number(of: 251, at: .milliseconds(499)) == 9)
    }
}
