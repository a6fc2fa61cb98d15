import Foundation
import Testing

@testable import ChatExchange

@Suite(.timeLimit(.minutes(10))) struct LowPriorityThreadsTests {
    @Test(arguments: [0, 1, 2, 15, 16, 17, 1000])
    func `the results are in the order of the elements`(count: Int) async {
        let elements = Array(0..<count)
        #expect(await LowPriorityThreads.map(elements) { $0 * 2 } == elements.map { $0 * 2 })
    }

    @Test func `many callers get their own results`() async {
        await withDiscardingTaskGroup { tasks in
            for caller in 0..<50 {
                tasks.addTask {
                    #expect(
                        await LowPriorityThreads.map(Array(0..<100)) { $0 + caller } == Array(caller..<caller + 100))
                    #expect(await LowPriorityThreads.run { caller } == caller)
                }
            }
        }
    }

    #if os(Linux)
        @Test func `the threads have a lower priority`() async throws {
            let task = await LowPriorityThreads.run {
                try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
            }
            // The field 19 of /proc/…/stat is the nice value, 17 fields after the name in parentheses.
            func nice() -> Int? {
                (try? String(contentsOfFile: "/proc/\(task ?? "")/stat", encoding: .utf8))
                    .flatMap { $0.split(separator: ")").last?.split(separator: " ") }.flatMap { Int($0[16]) }
            }
            #expect(nice() == 10)
        }
    #endif
}
