package import ChatModel
internal import Synchronization

/// Delays requests until an event, a timeout, the client's departure or the shutdown of the node.
///
/// A waiting request occupies memory, but no thread and no transaction of the store.
package final class WaitingRequests: Sendable {
    /// Registers a closure that is called when the client has left, at once if it has left already.
    package typealias OnDeparture = (_ departed: @escaping @Sendable () -> Void) -> Void

    private struct State {
        var isClosed = false
        var lastToken: UInt64 = 0
        /// Finishing one of these ends the wait of its request.
        var waits: [UInt64: AsyncStream<Void>.Continuation] = [:]
    }

    private let maximum: Int
    private let time: any TimeSource
    private let state = Mutex(State())

    /// - Parameter maximum: the number of requests that may wait at one time.
    package init(maximum: Int, time: any TimeSource) {
        self.maximum = maximum
        self.time = time
    }

    /// Returns the result of `body`, or nil if `body` did not return in time.
    ///
    /// Nil is returned when the duration is over, when the client leaves, after ``close()``, and at once where
    /// `maximum` requests wait already.
    ///
    /// - Parameters:
    ///   - onDeparture: called at most once, before `body`.
    ///   - body: has to return soon after its task was cancelled.
    package func outcome<Outcome: Sendable>(
        within duration: Duration, onDeparture: OnDeparture, of body: @escaping @Sendable () async throws -> Outcome
    ) async throws -> Outcome? {
        guard duration > .zero, let (token, end) = enter() else { return nil }
        defer { leave(token) }
        onDeparture { end.source.finish() }
        return try await withThrowingTaskGroup(of: Outcome?.self) { [time] group in
            group.addTask { try await body() }
            group.addTask {
                try? await time.sleep(for: duration)
                return nil
            }
            group.addTask {
                for await _ in end.stream {}
                return nil
            }
            defer { group.cancelAll() }
            return try await group.next().flatMap(\.self)
        }
    }

    /// Ends all waits. Later requests do not wait.
    package func close() {
        let waits = state.withLock { state in
            state.isClosed = true
            return state.waits.values
        }
        for wait in waits { wait.finish() }
    }

    private typealias End = (stream: AsyncStream<Void>, source: AsyncStream<Void>.Continuation)

    private func enter() -> (token: UInt64, End)? {
        state.withLock { state in
            guard !state.isClosed, state.waits.count < maximum else { return nil }
            let (stream, source) = AsyncStream<Void>.makeStream()
            state.lastToken += 1
            state.waits[state.lastToken] = source
            return (state.lastToken, (stream, source))
        }
    }

    private func leave(_ token: UInt64) {
        state.withLock { $0.waits[token] = nil }
    }
}
