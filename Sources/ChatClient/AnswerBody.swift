internal import AsyncHTTPClient
internal import ChatModel
internal import NIOCore
internal import Synchronization

/// Reads the body of an answer, within limits of size and time.
enum AnswerBody {
    /// - Throws: `tooLarge`, `tooSlow` or `brokenOff`.
    static func read(
        _ body: HTTPClientResponse.Body, upTo maximumBytes: Int, _ deadlines: Deadlines, _ time: any TimeSource
    ) async throws(PullFailure) -> [UInt8] {
        do {
            return try await withThrowingTaskGroup { tasks in
                let progress = Progress()
                tasks.addTask { try await collect(body, upTo: maximumBytes, progress) }
                tasks.addTask { try await waitUntilTooSlow(progress, deadlines, time) }
                defer { tasks.cancelAll() }
                return try await tasks.next() ?? []
            }
        } catch let failure as PullFailure {
            throw failure
        } catch {
            throw .brokenOff(ConnectionProblem(error))
        }
    }

    /// The number of bytes received so far.
    private final class Progress: Sendable {
        let bytes = Atomic(0)
    }

    private static func collect(
        _ body: HTTPClientResponse.Body, upTo maximumBytes: Int, _ progress: Progress
    ) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        for try await chunk in body {
            guard bytes.count + chunk.readableBytes <= maximumBytes else {
                throw PullFailure.tooLarge
            }
            bytes.append(contentsOf: chunk.readableBytesView)
            progress.bytes.store(bytes.count, ordering: .relaxed)
        }
        return bytes
    }

    /// Throws `tooSlow` if no byte arrives within ``Deadlines/stall``, or when ``Deadlines/body`` is over.
    private static func waitUntilTooSlow(
        _ progress: Progress, _ deadlines: Deadlines, _ time: any TimeSource
    ) async throws -> [UInt8] {
        let end = time.monotonic + deadlines.body
        var seen = -1
        while progress.bytes.load(ordering: .relaxed) > seen, case let left = end - time.monotonic, left > .zero {
            seen = progress.bytes.load(ordering: .relaxed)
            try await time.sleep(for: min(deadlines.stall, left))
        }
        throw PullFailure.tooSlow
    }
}
