import ChatModel
import Dispatch
import Synchronization
import TestSupport
import Testing

@testable import ChatClient

@Suite(.timeLimit(.minutes(10)))
struct NameResolverTests {
    /// A name server. It answers for names that begin with `silent` only when a test lets it.
    private final class Server: Sendable {
        private let asked = Mutex<[String]>([])
        private let silence = DispatchSemaphore(value: 0)

        var names: [String] { asked.withLock { $0 } }

        func addresses(of name: String) -> [String] {
            asked.withLock { $0.append(name) }
            if name.hasPrefix("silent") { silence.wait() }
            return name == "missing" ? [] : ["192.0.2.1"]
        }

        func answer() { for _ in 0..<200 { silence.signal() } }
    }

    private let server = Server()

    private var resolver: NameResolver { NameResolver { [server] in server.addresses(of: $0) } }

    /// Returns the problem of a look-up.
    private func problem(_ resolver: NameResolver, _ host: String, _ time: any TimeSource) async -> ConnectionProblem? {
        do throws(ConnectionProblem) {
            _ = try await resolver.addresses(of: host, time: time)
            return nil
        } catch {
            return error
        }
    }

    @Test func `an IP address is not looked up`() async throws {
        for text in ["192.0.2.7", "2001:db8::7"] {
            #expect(try await resolver.addresses(of: text, time: SystemTime()) == [text])
        }
        #expect(server.names.isEmpty)
    }

    @Test func `names that nobody answers delay no other name`() async throws {
        defer { server.answer() }
        let resolver = NameResolver(maximumNames: 17) { [server] in server.addresses(of: $0) }
        let time = ManualTime()
        let waiting = (0..<16).map { number in
            Task { await problem(resolver, "silent-\(number)", time) }
        }
        try await eventually("All names are looked up.") { server.names.count == 16 }
        #expect(try await resolver.addresses(of: "known", time: time) == ["192.0.2.1"])
        for task in waiting { task.cancel() }
        for task in waiting { #expect(await task.value == .cancelled) }
    }

    @Test func `a name is looked up once at a time, for all callers`() async throws {
        let (resolver, time) = (resolver, ManualTime())
        let callers = (0..<8).map { _ in Task { await problem(resolver, "silent", time) } }
        try await eventually("All callers wait.") { resolver.callerCount == 8 }
        server.answer()
        for caller in callers { #expect(await caller.value == nil) }
        #expect(server.names.count { $0 == "silent" } == 1)
    }

    @Test func `a caller waits 5 seconds at most, and the look-up is not begun again`() async throws {
        defer { server.answer() }
        let (resolver, time) = (resolver, ManualTime())
        for _ in 0..<2 {
            let caller = Task { await problem(resolver, "silent", time) }
            try await eventually("The caller waits.") { time.sleeperCount == 1 }
            time.advance(by: NameResolver.longestWait)
            #expect(await caller.value == .nameTimedOut("silent"))
        }
        try await eventually("The name is looked up, once.") { server.names == ["silent"] }
    }

    @Test func `a name whose look-up never ends is looked up again after 5 minutes`() async throws {
        defer { server.answer() }
        let (resolver, time) = (resolver, ManualTime())
        let caller = Task { await problem(resolver, "silent", time) }
        try await eventually("The name is looked up, and the caller waits.") {
            server.names.count == 1 && time.sleeperCount == 1
        }
        time.advance(by: NameResolver.longestLookUp)
        #expect(await caller.value == .nameTimedOut("silent"))
        let next = Task { await problem(resolver, "silent", time) }
        try await eventually("The name is looked up again.") { server.names.count == 2 }
        next.cancel()
    }

    @Test func `the number of look-ups at one time is bounded`() async throws {
        defer { server.answer() }
        let (resolver, time) = (resolver, ManualTime())
        let waiting = (0..<NameResolver.maximumNames).map { number in
            Task { await problem(resolver, "silent-\(number)", time) }
        }
        try await eventually("All names are looked up.") { server.names.count == NameResolver.maximumNames }
        #expect(await problem(resolver, "one-more", time) == .tooManyNames)
        for task in waiting { task.cancel() }
    }

    @Test func `a name without an address is said`() async {
        #expect(await problem(resolver, "missing", SystemTime()) == .nameNotResolved("missing"))
    }
}
