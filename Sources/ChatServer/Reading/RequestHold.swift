internal import NIOCore

/// Holds requests for something that is to come. One that is held costs memory: no thread.
struct RequestHold: Sendable {
    let limit: WaiterLimit

    /// What comes of `body`; nothing where the time is up or the client leaves before, and where too many are held.
    ///
    /// - Parameters:
    ///   - channel: the client's connection.
    ///   - body: ends soon after the task is cancelled.
    func outcome<Outcome: Sendable>(
        within time: Duration, on channel: any Channel, of body: @escaping @Sendable () async throws -> Outcome
    ) async throws -> Outcome? {
        guard time > .zero, limit.enter() else { return nil }
        defer { limit.leave() }
        let (departure, source) = AsyncStream<Void>.makeStream()
        channel.triggerUserOutboundEvent(DepartureNotice { source.finish() }, promise: nil)
        return try await withThrowingTaskGroup(of: Outcome?.self) { group in
            group.addTask { try await body() }
            group.addTask {
                try? await Task.sleep(for: time)
                return nil
            }
            group.addTask {
                for await _ in departure {}
                return nil
            }
            defer { group.cancelAll() }
            return try await group.next().flatMap(\.self)
        }
    }
}
