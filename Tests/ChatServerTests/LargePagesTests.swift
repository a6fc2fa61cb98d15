import Foundation
import Synchronization
import Testing

@testable import ChatServer

@Suite(.timeLimit(.minutes(1))) struct LargePagesTests {
    private static func stays(_ departed: @Sendable () -> Void) {}

    private static func leaves(_ departed: @Sendable () -> Void) { departed() }

    @Test(arguments: [1, 3]) func `only so many callers have their turn at one time, and each gets one`(atOnce: Int)
        async throws
    {
        let pages = LargePages(atOnce: atOnce)
        let (inProgress, turns) = (Counter(), Counter())
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<200 {
                group.addTask {
                    await pages.turn(onDeparture: Self.stays) {
                        #expect(inProgress.add(1) <= atOnce)
                        turns.add(1)
                        inProgress.add(-1)
                    }
                }
            }
        }
        #expect(turns.add(0) == 200)
        #expect(await pages.turn(onDeparture: Self.stays) { 5 } == 5)
    }

    @Test func `a caller whose client has left writes no page`() async {
        let pages = LargePages(atOnce: 1)
        let (begun, source) = AsyncStream<Void>.makeStream()
        async let result = pages.turn(onDeparture: Self.stays) {
            source.yield()
            // Meanwhile the second caller waits.
            Thread.sleep(forTimeInterval: 0.2)
            return 1
        }
        _ = await begun.first { _ in true }
        async let late = pages.turn(onDeparture: Self.leaves) { 2 }
        #expect(await result == 1)
        #expect(await late == nil)
    }

    private final class Counter: Sendable {
        private let value = Mutex(0)

        @discardableResult func add(_ number: Int) -> Int {
            value.withLock { value in
                value += number
                return value
            }
        }
    }
}
