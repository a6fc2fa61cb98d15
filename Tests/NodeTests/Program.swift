import ChatClient
import Foundation
import Synchronization
import SystemPackage
import Testing

/// `tidings`, to serve unless told otherwise, as a process of its own; killed when it is let go.
final class Program: Sendable {
    let identifier: pid_t
    /// What the build has made.
    static let built = Bundle.main.bundleURL.appending(path: "tidings")

    private let process: Mutex<Process>
    private let output: Lines
    private let errorOutput: Lines
    private let ended: AsyncStream<Int32>

    /// - Parameters:
    ///   - command: what to do.
    ///   - program: where `tidings` is.
    ///   - namespace: the network namespace to run in; nothing for the tests' own.
    ///   - longestLife: after it the process is killed, so that whatever waits for its output goes on and the test
    ///     fails instead of standing still.
    init(
        _ arguments: [String], command: String = "serve", program: URL = Program.built,
        inNamespace namespace: String? = nil, longestLife: Duration = .seconds(120)
    ) async throws {
        let process = Process()
        if let namespace {
            // It becomes the program: the process is the node's own.
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = ["ip", "netns", "exec", namespace, program.path, command] + arguments
        } else {
            process.executableURL = program
            process.arguments = [command] + arguments
        }
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        process.standardInput = FileHandle.nullDevice
        let (ended, source) = AsyncStream<Int32>.makeStream()
        process.terminationHandler = { process in
            source.yield(process.terminationStatus)
            source.finish()
        }
        try process.run()
        self.output = Lines(output.fileHandleForReading)
        errorOutput = Lines(errors.fileHandleForReading)
        self.ended = ended
        let identifier = process.processIdentifier
        self.identifier = identifier
        self.process = Mutex(process)
        DispatchQueue.global().asyncAfter(deadline: .now() + longestLife / .seconds(1)) { [weak self] in
            if self != nil { kill(identifier, SIGKILL) }
        }
    }

    deinit {
        kill(identifier, SIGKILL)
    }

    func send(_ signal: Int32) {
        kill(identifier, signal)
    }

    /// Waits for the end; the number of the signal where one ended it.
    var exitStatus: Int32? {
        get async { await ended.first { _ in true } }
    }

    /// The first address it listens on.
    func address() async throws -> NodeAddress {
        let line = try #require(await output.first { $0.hasPrefix("listening on ") })
        return try NodeAddress(String(line.dropFirst("listening on ".count)))
    }

    /// What it wrote to its standard output, once that is closed.
    var printed: String {
        get async { await output.all.joined(separator: "\n") }
    }

    /// Waits for a line on its standard error, however early it came; nothing if it ended without.
    func logLine(where matches: (String) -> Bool) async -> String? {
        await errorOutput.first(where: matches)
    }

    /// The lines on its standard error so far.
    var logLines: [String] { errorOutput.soFar }

    /// What it wrote to its standard error, once that is closed.
    var errors: String {
        get async { await errorOutput.all.joined(separator: "\n") }
    }
}

/// The lines that come out of a pipe, to be awaited by any number of tasks.
private final class Lines: Sendable {
    private struct State {
        var lines: [String] = []
        var rest = Data()
        var isClosed = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// Reads until the other end is closed, on a thread of its own: reading blocks.
    init(_ handle: FileHandle) {
        Thread.detachNewThread {
            // Not the handle's own methods: they wait for more than there is, or die of a signal that interrupts them.
            let pipe = FileDescriptor(rawValue: handle.fileDescriptor)
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            while let count = try? unsafe buffer.withUnsafeMutableBytes({ try unsafe pipe.read(into: $0) }), count > 0 {
                self.take(Data(buffer.prefix(count)))
            }
            self.take(Data())
            withExtendedLifetime(handle) {}
        }
    }

    /// Waits for a line, however early it came.
    func first(where matches: (String) -> Bool) async -> String? {
        while true {
            let (line, isClosed, count) = state.withLock { state in
                (state.lines.first(where: matches), state.isClosed, state.lines.count)
            }
            if line != nil || isClosed { return line }
            await more(than: count)
        }
    }

    var soFar: [String] { state.withLock { $0.lines } }

    /// All lines, when the pipe is closed.
    var all: [String] {
        get async {
            while true {
                let (lines, isClosed) = state.withLock { ($0.lines, $0.isClosed) }
                if isClosed { return lines }
                await more(than: lines.count)
            }
        }
    }

    private func more(than count: Int) async {
        await withCheckedContinuation { waiter in
            let isThere = state.withLock { state in
                if state.lines.count > count || state.isClosed { return true }
                state.waiters.append(waiter)
                return false
            }
            if isThere { waiter.resume() }
        }
    }

    private func take(_ data: Data) {
        let waiters = state.withLock { state in
            state.rest += data
            if data.isEmpty {
                state.isClosed = true
                state.rest.append(UInt8(ascii: "\n"))
            }
            var pieces = state.rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            state.rest = Data(pieces.removeLast())
            state.lines += pieces.map { String(decoding: $0, as: UTF8.self) }
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }
}

/// What the system says about a process: `/proc/PID/status` (proc(5)).
struct ProcessFigures: Sendable {
    /// The most memory that it ever had resident.
    var peakMiB = 0
    var threads = 0

    init() {}

    init(of process: pid_t) throws {
        let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        func number(_ name: String) -> Int {
            let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") } ?? ""
            return Int(line.split(whereSeparator: \.isWhitespace).dropFirst().first ?? "") ?? 0
        }
        peakMiB = number("VmHWM") / 1024
        threads = number("Threads")
    }
}
