import Synchronization
import TestSupport
import Testing

@testable import tidings

struct RareLineTests {
    @Test func `a line is written at most once a minute, with the number of times that it was due`() {
        let time = ManualTime()
        let written = Mutex<[Int]>([])
        let line = RareLine(time: time) { times in written.withLock { $0.append(times) } }
        for _ in 0..<100 { line.isDue() }
        #expect(written.withLock { $0 } == [1])
        time.advance(by: .seconds(59))
        line.isDue()
        #expect(written.withLock { $0 } == [1])
        time.advance(by: .seconds(1))
        line.isDue()
        #expect(written.withLock { $0 } == [1, 101])
    }
}
