internal import Foundation
internal import Synchronization

/// Threads that get the processor after all others: one for each core.
///
/// Verifying the pages of a peer takes all cores for minutes. With the same priority, those who chat at the node meanwhile
/// wait for each other's share of the cores.
final class LowPriorityThreads: Sendable {
    private typealias Job = @Sendable () -> Void

    /// The jobs that no thread has begun, shared with the threads.
    private final class Jobs: Sendable {
        private struct State {
            var waiting: ArraySlice<Job> = []
        }

        private let state = Mutex(State())
        private let count = DispatchSemaphore(value: 0)

        func add(_ jobs: [Job]) {
            state.withLock { $0.waiting += jobs }
            for _ in jobs { count.signal() }
        }

        /// Ends as many threads.
        func end(threads: Int) {
            for _ in 0..<threads { count.signal() }
        }

        /// Returns the next job when there is one; nil if the thread has to end.
        func next() -> Job? {
            count.wait()
            return state.withLock { $0.waiting.popFirst() }
        }
    }

    /// The elements of one call of ``map(_:_:)``, in chunks.
    private final class Mapping<Element: Sendable, Result: Sendable>: Sendable {
        private struct State {
            var next = 0
            var left: Int
            var results: [Result?]
        }

        /// Elements that a thread takes at one time: verifying them takes a few milliseconds.
        private static var chunk: Int { 16 }

        private let elements: [Element]
        private let transform: @Sendable (Element) -> Result
        private let caller: CheckedContinuation<[Result], Never>
        private let state: Mutex<State>

        init(
            _ elements: [Element], _ transform: @escaping @Sendable (Element) -> Result,
            _ caller: CheckedContinuation<[Result], Never>
        ) {
            self.elements = elements
            self.transform = transform
            self.caller = caller
            state = Mutex(State(left: elements.count, results: Array(repeating: nil, count: elements.count)))
        }

        /// Takes chunks until there are none. The thread that has done the last element resumes the caller.
        @Sendable func work() {
            while let chunk = nextChunk() {
                let results = elements[chunk].map(transform)
                let all: [Result]? = state.withLock { state in
                    for (index, result) in zip(chunk, results) { state.results[index] = result }
                    state.left -= chunk.count
                    return state.left == 0 ? state.results.compactMap(\.self) : nil
                }
                if let all { caller.resume(returning: all) }
            }
        }

        private func nextChunk() -> Range<Int>? {
            state.withLock { state in
                let chunk = state.next..<min(state.next + Self.chunk, elements.count)
                state.next = chunk.upperBound
                return chunk.isEmpty ? nil : chunk
            }
        }
    }

    private let threads = ProcessInfo.processInfo.activeProcessorCount
    private let jobs = Jobs()

    init() {
        for number in 0..<threads {
            let thread = Thread { [jobs] in
                Self.lowerPriority()
                while let job = jobs.next() { job() }
            }
            thread.name = "verify-\(number)"
            thread.start()
        }
    }

    deinit {
        jobs.end(threads: threads)
    }

    /// Returns the result of `work`, which runs on one of the threads.
    func run<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { caller in
            jobs.add([{ caller.resume(returning: work()) }])
        }
    }

    /// Returns the results of a function for each element, in their order. Works on all threads.
    func map<Element: Sendable, Result: Sendable>(
        _ elements: [Element], _ transform: @escaping @Sendable (Element) -> Result
    ) async -> [Result] {
        guard !elements.isEmpty else { return [] }
        return await withCheckedContinuation { caller in
            let mapping = Mapping(elements, transform, caller)
            jobs.add(Array(repeating: mapping.work, count: min(threads, elements.count)))
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
