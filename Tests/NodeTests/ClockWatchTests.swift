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

    private static let hour: UInt64 = 3_600_000
    private static let year: UInt64 = 366 * 24 * hour

    @Test(
        arguments: [
            (0, 2000, nil), (hour, hour, nil), (2 * hour, hour, nil),
            (2 * hour + 1, hour, "The newest message of this node is of"),
            (2 * hour + 1, 21 * year, "more than 20 years after this program was built"),
        ] as [(UInt64, UInt64, String?)])
    func `a clock is named if it is over an hour behind the newest message, or 20 years after the build`(
        newest: UInt64, wall: UInt64, words: String?
    ) {
        let warning = ClockWatch.warning(
            at: .testBuildDate + wall, newest: .testBuildDate + newest, buildDate: .testBuildDate)
        #expect(words.map { warning?.contains($0) == true } ?? (warning == nil), "\(warning ?? "no warning")")
    }

    @Test func `a clock before the build is named without a message`() {
        let warning = ClockWatch.warning(
            at: UnixTime(milliseconds: 720_000), newest: UnixTime(milliseconds: 0), buildDate: .testBuildDate)
        #expect(warning?.contains("says 1970-01-01 00:12:00 UTC, which is before this program was built") == true)
    }

    @Test func `a clock that is set back is named once until it is right again`() async throws {
        try await withStore { store in
            let watch = ClockWatch(
                store: store, time: ManualTime(), logger: Lines().logger, buildDate: .testBuildDate)
            var isWrong = false
            let warned = ([5, 2, 2, 2, 6, 2] as [UInt64]).map { hours in
                let wall = UnixTime.testBuildDate + hours * Self.hour
                return watch.check(at: wall, newest: .testBuildDate + 5 * Self.hour, &isWrong) != nil
            }
            #expect(warned == [false, true, false, false, false, true])
        }
    }

    @Test func `a node whose clock is behind its newest message at the start says so`() async throws {
        let (time, lines) = (ManualTime(wall: UnixTime.testBuildDate.milliseconds + 5 * Self.hour), Lines())
        try await withStore(time: time) { store in
            try await store.post("hello")
            time.set(UnixTime.testBuildDate.milliseconds + 2 * Self.hour)
            let watch = ClockWatch(store: store, time: time, logger: lines.logger, buildDate: .testBuildDate)
            let running = Task { try await watch.run() }
            try await eventually("a warning") { lines.all.count == 1 }
            running.cancel()
            _ = await running.result
        }
    }
}
