internal import Foundation
internal import Synchronization

/// Threads that get the processor after all others: one for each core, for the whole process.
///
/// Verifying the pages of a peer takes all cores for minutes. With the same priority, those who chat at the node meanwhile
/// wait for each other's share of the cores.
enum LowPriorityThreads {
    private typealias Job = @Sendable () -> Void

    /// The jobs that no thread has begun.
    private static let jobs = Mutex<ArraySlice<Job>>([])
    private static let count = DispatchSemaphore(value: 0)
    /// Starts the threads once.
    private static let threads: Void = {
        for number in 0..<ProcessInfo.processInfo.activeProcessorCount {
            let thread = Thread {
                lowerPriority()
                while true {
                    count.wait()
                    jobs.withLock { $0.popFirst() }?()
                }
            }
            thread.name = "verify-\(number)"
            thread.start()
        }
    }()

    /// Elements that a thread takes at one time: verifying them takes a few milliseconds.
    private static let chunk = 16

    /// Returns the result of `work`, which runs on one of the threads.
    static func run<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
        threads
        return await withCheckedContinuation { caller in
            jobs.withLock { $0.append { caller.resume(returning: work()) } }
            count.signal()
        }
    }

    /// Returns the results of a function for each element, in their order. Works on all threads.
    static func map<Element: Sendable, Result: Sendable>(
        _ elements: [Element], _ transform: @escaping @Sendable (Element) -> Result
    ) async -> [Result] {
        await withTaskGroup(of: (start: Int, results: [Result]).self) { tasks in
            for start in stride(from: 0, to: elements.count, by: chunk) {
                let chunk = elements[start..<min(start + chunk, elements.count)]
                tasks.addTask { (start, await run { chunk.map(transform) }) }
            }
            return await tasks.reduce(into: []) { $0.append($1) }.sorted { $0.start < $1.start }.flatMap(\.results)
        }
    }

    /// On Linux, the priority belongs to the thread.
    private static func lowerPriority() {
        #if canImport(Glibc)
            _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
        #elseif canImport(Musl)
            _ = setpriority(PRIO_PROCESS, 0, 10)
        #else
            Thread.current.qualityOfService = .utility
        #endif
    }
}
