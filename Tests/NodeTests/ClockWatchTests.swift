import ChatModel
import ChatStore
import InMemoryLogging
import Logging
import TestSupport
import Testing

@testable import tidings

@Suite(.timeLimit(.minutes(1))) struct ClockWatchTests {
    /// The lines that a watch has logged.
    private struct Lines {
        private let handler = InMemoryLogHandler()

        var all: [String] { handler.entries.map { "\($0.message)" } }

        var logger: Logger { Logger(label: "test") { [handler] _ in handler } }
    }

    private static let build = UnixTime.testBuildDate.milliseconds

    /// Runs a watch over a store whose newest message came at `newest`, and gives the clock to `body`.
    private func watch(
        newest: UInt64? = nil, wall: UInt64, _ body: (ManualTime, Lines) async throws -> Void
    ) async throws {
        let (time, lines) = (ManualTime(wall: newest ?? wall), Lines())
        try await withStore(time: time) { store in
            if newest != nil { try await store.post("hello") }
            time.set(wall)
            let watch = ClockWatch(store: store, time: time, logger: lines.logger, buildDate: .testBuildDate)
            let running = Task { try await watch.run() }
            try await body(time, lines)
            running.cancel()
            _ = await running.result
        }
    }

    @Test func `a clock that is right causes no warning`() async throws {
        try await watch(newest: Self.build + 1000, wall: Self.build + 2000) { time, lines in
            for minute in 1...5 as ClosedRange<UInt64> {
                time.set(Self.build + 2000 + minute * 60_000)
                time.advance(by: .seconds(60))
                for _ in 0..<100 { await Task.yield() }
            }
            #expect(lines.all.isEmpty)
        }
    }

    @Test func `a clock before the build, long after it and before the newest message is named at the start`()
        async throws
    {
        let year: UInt64 = 366 * 86_400_000
        for (newest, wall, words) in [
            (nil, 720_000, "says 1970-01-01 00:12:00 UTC, which is before this program was built"),
            (nil, Self.build + 21 * year, "more than 20 years after this program was built"),
            (Self.build + 9 * 3_600_000, Self.build + 1, "behind the newest message of this node, by 8 hours"),
        ] as [(UInt64?, UInt64, String)] {
            try await watch(newest: newest, wall: wall) { _, lines in
                try await eventually("no warning") { !lines.all.isEmpty }
                #expect(lines.all.count == 1)
                #expect(lines.all.first?.contains(words) == true, "\(lines.all)")
            }
        }
    }

    @Test func `a clock that is set back is named once`() async throws {
        try await watch(wall: Self.build + 86_400_000) { time, lines in
            // The watch has read the clocks when it sleeps.
            for _ in 0..<1000 { await Task.yield() }
            time.set(Self.build + 86_400_000 - 3_600_000)
            time.advance(by: .seconds(60))
            try await eventually("no warning") { !lines.all.isEmpty }
            #expect(lines.all.first?.contains("was set back, by 61 minutes") == true, "\(lines.all)")
            time.set(Self.build + 86_400_000 - 3_540_000)
            time.advance(by: .seconds(60))
            for _ in 0..<1000 { await Task.yield() }
            #expect(lines.all.count == 1)
        }
    }
}
