import ChatModel
import TestSupport
import Testing

struct RareLinesTests {
    @Test func `each line is written at most once a minute, with the number of times that it was due`() {
        let time = ManualTime()
        let lines = RareLines<String>(time: time)
        #expect(lines.due("a") == 1)
        for _ in 0..<99 { #expect(lines.due("a") == nil) }
        #expect(lines.due("b") == 1)
        time.advance(by: .seconds(59))
        #expect(lines.due("a") == nil)
        time.advance(by: .seconds(1))
        #expect(lines.due("a") == 101)
        #expect(lines.due("a") == nil)
        time.advance(by: .seconds(60))
        #expect(lines.due("a") == 2)
        #expect(lines.due("b") == 1)
    }
}
