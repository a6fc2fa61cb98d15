internal import AsyncHTTPClient
internal import NIOCore
internal import Synchronization

/// Reads the body of an answer, within limits of size and time.
enum AnswerBody {
    /// - Throws: ``ChatClientError`` `tooLarge`, `tooSlow`, `unreachable`.
    static func read(
        _ body: HTTPClientResponse.Body, upTo maximumBytes: Int, _ deadlines: Deadlines
    ) async throws(ChatClientError) -> [UInt8] {
        do {
            return try await withThrowingTaskGroup { group in
                let progress = Progress()
                group.addTask { try await collect(body, upTo: maximumBytes, progress) }
                group.addTask { try await watch(progress, deadlines) }
                defer { group.cancelAll() }
                return try await group.next() ?? []
            }
        } catch let error as ChatClientError {
            throw error
        } catch {
            throw ChatClientError(
                .unreachable, "The connection broke during the answer: \(ConnectionProblem.words(for: error)).")
        }
    }

    /// The number of bytes received so far.
    private final class Progress: Sendable {
        private let count = Mutex(0)
        var bytes: Int { count.withLock { $0 } }
        func add(_ bytes: Int) { count.withLock { $0 += bytes } }
    }

    private static func collect(
        _ body: HTTPClientResponse.Body, upTo maximumBytes: Int, _ progress: Progress
    ) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        for try await chunk in body {
            guard bytes.count + chunk.readableBytes <= maximumBytes else {
                throw ChatClientError(.tooLarge, "The answer is larger than the limit of \(maximumBytes) bytes.")
            }
            bytes.append(contentsOf: chunk.readableBytesView)
            progress.add(chunk.readableBytes)
        }
        return bytes
    }

    /// Throws `tooSlow` if no byte arrives within ``Deadlines/stall``, or when ``Deadlines/body`` is over.
    private static func watch(_ progress: Progress, _ deadlines: Deadlines) async throws -> [UInt8] {
        let clock = ContinuousClock()
        let end = clock.now + deadlines.body
        var seen = -1
        while progress.bytes > seen, clock.now < end {
            seen = progress.bytes
            try await clock.sleep(until: min(clock.now + deadlines.stall, end))
        }
        throw ChatClientError(.tooSlow, "The answer did not arrive in time.")
    }
}
