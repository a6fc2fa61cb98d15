import Testing

@testable import ChatExchange

struct RevisionTests {
    private func revision() -> Revision<Int> { Revision(0, first: 7, interval: .milliseconds(250)) }

    @Test func `the number stays while the value does, and rises at once after a quiet interval`() {
        var revision = revision()
        #expect(revision.number(of: 0, at: .zero) == 7)
        #expect(revision.number(of: 0, at: .seconds(60)) == 7)
        #expect(revision.delay(of: 0, at: .seconds(60)) == nil)
        #expect(revision.number(of: 1, at: .seconds(60)) == 8)
        #expect(revision.number(of: 1, at: .seconds(61)) == 8)
    }

    @Test func `the number rises once for all changes within an interval, when the interval is over`() {
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
