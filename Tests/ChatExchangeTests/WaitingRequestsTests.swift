import ChatModel
import Synchronization
import TestSupport
import Testing

@testable import ChatExchange

@Suite(.timeLimit(.minutes(10))) struct WaitingRequestsTests {
    /// A client that stays.
    private static func stays(_ departed: @escaping @Sendable () -> Void) {}

    /// Waits in `requests` until the wait ends. Returns whether the request could wait.
    private static func wait(
        in requests: WaitingRequests, within duration: Duration = .seconds(600),
        onDeparture: WaitingRequests.OnDeparture = stays, entered: AsyncStream<Void>.Continuation? = nil
    ) async -> Bool {
        await requests.wait(within: duration, onDeparture: onDeparture) { waiter in
            entered?.yield()
            await waiter.sleep()
            return waiter.hasEnded
        } ?? false
    }

    @Test func `a request gets the result of its body`() async {
        let requests = WaitingRequests(maximum: 1, time: SystemTime())
        #expect(await requests.wait(within: .seconds(600), onDeparture: Self.stays) { _ in 5 } == 5)
    }

    @Test func `a wait ends when its time is over, and when its client leaves`() async {
        let requests = WaitingRequests(maximum: 1, time: SystemTime())
        async let _ = requests.run()
        #expect(await Self.wait(in: requests, within: .milliseconds(1)))
        #expect(await Self.wait(in: requests, onDeparture: { departed in departed() }))
    }

    @Test func `each wait ends at its own time`() async {
        let time = SteppedTime()
        let requests = WaitingRequests(maximum: 10, time: time)
        async let _ = requests.run()
        let waits = Begun()
        let (entered, source) = AsyncStream<Void>.makeStream()
        var entries = entered.makeAsyncIterator()
        await withDiscardingTaskGroup { tasks in
            for seconds in [60, 2, 30, 1] {
                tasks.addTask {
                    let deadline = Duration.seconds(seconds)
                    await requests.wait(within: deadline, onDeparture: Self.stays) { waiter in
                        waits.append(waiter, until: deadline)
                        source.yield()
                        await waiter.sleep()
                    }
                }
                _ = await entries.next()
            }
            repeat {
                let end = await time.nextSleep()
                for (deadline, waiter) in waits.all {
                    #expect(waiter.hasEnded == (deadline <= time.monotonic))
                }
                time.advance(to: end)
            } while time.monotonic < .seconds(60)
        }
        #expect(waits.all.map(\.waiter.hasEnded) == [true, true, true, true])
    }

    @Test func `a wait ends at its time also if it began before an ended request had left`() async {
        let time = SteppedTime()
        let requests = WaitingRequests(maximum: 10, time: time)
        async let _ = requests.run()
        let (ended, endSource) = AsyncStream<Void>.makeStream()
        let (leaving, leaveSource) = AsyncStream<Void>.makeStream()
        async let first: Void? = requests.wait(within: .seconds(1), onDeparture: Self.stays) { waiter in
            await waiter.sleep()
            endSource.yield()
            for await _ in leaving {}
        }
        time.advance(to: await time.nextSleep())
        _ = await ended.first { _ in true }
        async let second = Self.wait(in: requests, within: .seconds(1))
        time.advance(to: await time.nextSleep())
        #expect(await second)
        leaveSource.finish()
        _ = await first
    }

    @Test func `requests leave no timer behind, however many wait and end early`() async {
        let time = CountingTime()
        let requests = WaitingRequests(maximum: 1000, time: time)
        async let _ = requests.run()
        for _ in 0..<100 {
            await withDiscardingTaskGroup { tasks in
                for _ in 0..<100 {
                    tasks.addTask {
                        #expect(await Self.wait(in: requests, onDeparture: { departed in departed() }))
                    }
                }
            }
        }
        #expect(time.longest <= .seconds(1))
        #expect(time.mostSleepers <= 1)
    }

    @Test func `closing ends a wait, and no later request waits`() async {
        let requests = WaitingRequests(maximum: 2, time: SystemTime())
        let (entered, source) = AsyncStream<Void>.makeStream()
        async let outcome = Self.wait(in: requests, entered: source)
        _ = await entered.first { _ in true }
        requests.close()
        #expect(await outcome)
        #expect(await !Self.wait(in: requests))
    }

    @Test func `a request beyond the maximum does not wait, and one waits again after another has ended`() async {
        let requests = WaitingRequests(maximum: 2, time: SystemTime())
        let (entered, source) = AsyncStream<Void>.makeStream()
        let waiting = (1...2).map { _ in Task { await Self.wait(in: requests, entered: source) } }
        var count = 0
        for await _ in entered {
            count += 1
            if count == 2 { break }
        }
        #expect(await requests.wait(within: .seconds(600), onDeparture: Self.stays) { _ in 5 } == nil)
        waiting[0].cancel()
        #expect(await waiting[0].value)
        #expect(await requests.wait(within: .seconds(600), onDeparture: Self.stays) { _ in 5 } == 5)
        requests.close()
        #expect(await waiting[1].value)
    }
}

/// The waits that have begun, in their order.
private final class Begun: Sendable {
    private let waits = Mutex<[(deadline: Duration, waiter: Waiter)]>([])

    var all: [(deadline: Duration, waiter: Waiter)] { waits.withLock { $0 } }

    func append(_ waiter: Waiter, until deadline: Duration) { waits.withLock { $0.append((deadline, waiter)) } }
}

/// The machine's clocks, with a count of the timers.
private final class CountingTime: TimeSource {
    private struct State {
        var sleepers = 0
        var mostSleepers = 0
        var longest = Duration.zero
    }

    private let system = SystemTime()
    private let state = Mutex(State())

    var wall: UnixTime { system.wall }
    var monotonic: Duration { system.monotonic }
    /// The largest number of timers at one time.
    var mostSleepers: Int { state.withLock { $0.mostSleepers } }
    /// The longest time for which a timer was set.
    var longest: Duration { state.withLock { $0.longest } }

    func sleep(for duration: Duration) async throws {
        state.withLock { state in
            state.sleepers += 1
            state.mostSleepers = max(state.mostSleepers, state.sleepers)
            state.longest = max(state.longest, duration)
        }
        defer { state.withLock { $0.sleepers -= 1 } }
        try await system.sleep(for: duration)
    }
}

/// A clock that the test advances. The test can wait until a sleep begins.
private final class SteppedTime: TimeSource {
    private struct State {
        var now = Duration.zero
        var sleeper: (end: Duration, continuation: CheckedContinuation<Void, Never>)?
    }

    private let state = Mutex(State())
    private let (sleeps, source) = AsyncStream<Duration>.makeStream()

    var wall: UnixTime { .testBuildDate }
    var monotonic: Duration { state.withLock { $0.now } }

    /// Returns the end of the next sleep when it has begun.
    func nextSleep() async -> Duration {
        await sleeps.first { _ in true } ?? .zero
    }

    func advance(to time: Duration) {
        let sleeper = state.withLock { state in
            state.now = time
            guard let sleeper = state.sleeper, sleeper.end <= time else {
                return nil as CheckedContinuation<Void, Never>?
            }
            state.sleeper = nil
            return sleeper.continuation
        }
        sleeper?.resume()
    }

    func sleep(for duration: Duration) async throws {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let end = state.withLock { state in
                    let end = state.now + duration
                    state.sleeper = (end, continuation)
                    return end
                }
                if Task.isCancelled { wake() }
                source.yield(end)
            }
        } onCancel: {
            wake()
        }
    }

    private func wake() {
        let sleeper = state.withLock { state in
            defer { state.sleeper = nil }
            return state.sleeper
        }
        sleeper?.continuation.resume()
    }
}
