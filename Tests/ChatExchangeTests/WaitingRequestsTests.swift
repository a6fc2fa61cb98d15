import ChatModel
import Testing

@testable import ChatExchange

@Suite(.timeLimit(.minutes(1))) struct WaitingRequestsTests {
    /// Returns when the task is cancelled.
    @Sendable private static func never() async {
        let (stream, source) = AsyncStream<Void>.makeStream()
        for await _ in stream {}
        withExtendedLifetime(source) {}
    }

    /// A client that stays.
    @Sendable private static func stays(_ departed: @escaping @Sendable () -> Void) {}

    /// Waits in `requests` for a body that never returns, and yields into `entered` when it waits.
    private static func wait(
        in requests: WaitingRequests, within duration: Duration = .seconds(600),
        onDeparture: WaitingRequests.OnDeparture = stays, entered: AsyncStream<Void>.Continuation? = nil
    ) async throws -> Int? {
        try await requests.outcome(within: duration, onDeparture: onDeparture) {
            entered?.yield()
            await never()
            return 1
        }
    }

    @Test func `a request gets the result of its body`() async throws {
        let requests = WaitingRequests(maximum: 1, time: SystemTime())
        #expect(try await requests.outcome(within: .seconds(600), onDeparture: Self.stays) { 5 } == 5)
    }

    @Test func `a request gets nil when its time is over`() async throws {
        let requests = WaitingRequests(maximum: 1, time: SystemTime())
        #expect(try await Self.wait(in: requests, within: .milliseconds(1)) == nil)
    }

    @Test func `a request gets nil when its client leaves`() async throws {
        let requests = WaitingRequests(maximum: 1, time: SystemTime())
        #expect(try await Self.wait(in: requests, onDeparture: { departed in departed() }) == nil)
    }

    @Test func `closing ends a wait, and no later request waits`() async throws {
        let requests = WaitingRequests(maximum: 2, time: SystemTime())
        let (entered, source) = AsyncStream<Void>.makeStream()
        async let outcome = Self.wait(in: requests, entered: source)
        _ = await entered.first { _ in true }
        requests.close()
        #expect(try await outcome == nil)
        #expect(try await Self.wait(in: requests) == nil)
    }

    @Test func `a request beyond the maximum does not wait, and one waits again after another has ended`() async throws
    {
        let requests = WaitingRequests(maximum: 2, time: SystemTime())
        let (entered, source) = AsyncStream<Void>.makeStream()
        let waiting = (1...2).map { _ in Task { try await Self.wait(in: requests, entered: source) } }
        var count = 0
        for await _ in entered {
            count += 1
            if count == 2 { break }
        }
        #expect(try await requests.outcome(within: .seconds(600), onDeparture: Self.stays) { 5 } == nil)
        waiting[0].cancel()
        _ = try await waiting[0].value
        #expect(try await requests.outcome(within: .seconds(600), onDeparture: Self.stays) { 5 } == 5)
        requests.close()
        _ = try await waiting[1].value
    }
}
