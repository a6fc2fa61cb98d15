import ChatClient
import Foundation
import Synchronization
import SystemPackage
import Testing

/// The program `tidings` as a process of its own. `deinit` kills the process.
final class Program: Sendable {
    let identifier: pid_t
    /// The path of the program that the build made.
    static let built = Bundle.main.bundleURL.appending(path: "tidings")

    private let process: Mutex<Process>
    private let output: Lines
    private let errorOutput: Lines
    private let ended: AsyncStream<Int32>

    /// - Parameters:
    ///   - command: The subcommand.
    ///   - program: The executable file.
    ///   - namespace: The network namespace that the process runs in; nil for that of the tests.
    ///   - timeLimit: The process is killed after this time, so that a test that waits for its output fails instead
    ///     of hanging.
    init(
        _ arguments: [String], command: String = "serve", program: URL = Program.built,
        inNamespace namespace: String? = nil, timeLimit: Duration = .seconds(120)
    ) async throws {
        let process = Process()
        if let namespace {
            // `env` and `ip` replace themselves by the program, so `identifier` is that of the node.
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = ["ip", "netns", "exec", namespace, program.path, command] + arguments
        } else {
            process.executableURL = program
            process.arguments = [command] + arguments
        }
        process.standardInput = FileHandle.nullDevice
        let (ended, source) = AsyncStream<Int32>.makeStream()
        process.terminationHandler = { process in
            source.yield(process.terminationStatus)
            source.finish()
        }
        let (output, errors) = try process.start { process in
            let (output, errors) = (Pipe(), Pipe())
            process.standardOutput = output
            process.standardError = errors
            return (output, errors)
        }
        self.output = Lines(output.fileHandleForReading)
        errorOutput = Lines(errors.fileHandleForReading)
        self.ended = ended
        let identifier = process.processIdentifier
        self.identifier = identifier
        self.process = Mutex(process)
        DispatchQueue.global().asyncAfter(deadline: .now() + timeLimit / .seconds(1)) { [weak self] in
            if self != nil { kill(identifier, SIGKILL) }
        }
    }

    /// Runs `tidings serve` with a data folder, on a free port of 127.0.0.1 unless `listener` names another. It sends nothing to
    /// the networks of this machine.
    convenience init(
        serving folder: String, on listener: String = "127.0.0.1:0", _ more: [String] = [],
        inNamespace namespace: String? = nil, timeLimit: Duration = .seconds(120)
    ) async throws {
        try await self.init(
            ["--data", folder, "--listen", listener, "--no-beacon"] + (listener.hasPrefix("0.0.0.0") ? ["--open"] : [])
                + more, inNamespace: namespace, timeLimit: timeLimit
        )
    }

    deinit {
        kill(identifier, SIGKILL)
    }

    func send(_ signal: Int32) {
        kill(identifier, signal)
    }

    /// Sends SIGTERM and expects that the program exits with status 0.
    func terminate(_ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation) async {
        send(SIGTERM)
        #expect(await exitStatus == 0, comment, sourceLocation: sourceLocation)
    }

    /// The exit status once the process has ended, or the number of the signal that killed it.
    ///
    /// Only the first reader gets the status; later readers get nil.
    var exitStatus: Int32? {
        get async { await ended.first { _ in true } }
    }

    /// Waits for the first line `listening on …` of the standard output, and returns its address.
    func address() async throws -> NodeAddress {
        let line = try #require(await output.first { $0.hasPrefix("listening on ") })
        return try NodeAddress(String(line.dropFirst("listening on ".count)))
    }

    /// The whole standard output, once it is closed.
    var printed: String {
        get async { await output.all.joined(separator: "\n") }
    }

    /// Waits for a line on standard error that matches, and returns also a line that came earlier.
    ///
    /// - Returns: nil if the process closed standard error without writing such a line.
    func logLine(where matches: (String) -> Bool) async -> String? {
        await errorOutput.first(where: matches)
    }

    /// The lines on standard error so far.
    var logLines: [String] { errorOutput.soFar }

    /// The whole standard error, once it is closed.
    var errors: String {
        get async { await errorOutput.all.joined(separator: "\n") }
    }
}

/// The lines read from a pipe. Any number of tasks may wait for them.
private final class Lines: Sendable {
    private struct State {
        var lines: [String] = []
        var rest = Data()
        var isClosed = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// Reads until the other end is closed. Reading blocks, so it gets a thread of its own.
    init(_ handle: FileHandle) {
        Thread.detachNewThread {
            // The methods of FileHandle wait until the buffer is full, or trap when a signal interrupts the read.
            let pipe = FileDescriptor(rawValue: handle.fileDescriptor)
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            while let count = try? unsafe buffer.withUnsafeMutableBytes({ try unsafe pipe.read(into: $0) }), count > 0 {
                self.receive(Data(buffer.prefix(count)))
            }
            self.receive(Data())
            try? handle.close()
        }
    }

    /// Waits for a line that matches, and returns also a line that came earlier.
    ///
    /// - Returns: nil if the pipe was closed without such a line.
    func first(where matches: (String) -> Bool) async -> String? {
        while true {
            let (line, isClosed, count) = state.withLock { state in
                (state.lines.first(where: matches), state.isClosed, state.lines.count)
            }
            if line != nil || isClosed { return line }
            await waitForMore(than: count)
        }
    }

    var soFar: [String] { state.withLock { $0.lines } }

    /// All lines, once the pipe is closed.
    var all: [String] {
        get async {
            while true {
                let (lines, isClosed) = state.withLock { ($0.lines, $0.isClosed) }
                if isClosed { return lines }
                await waitForMore(than: lines.count)
            }
        }
    }

    private func waitForMore(than count: Int) async {
        await withCheckedContinuation { waiter in
            let hasMore = state.withLock { state in
                if state.lines.count > count || state.isClosed { return true }
                state.waiters.append(waiter)
                return false
            }
            if hasMore { waiter.resume() }
        }
    }

    private func receive(_ data: Data) {
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

/// The memory and the threads of a process, from `/proc/PID/status` (proc(5)).
struct ProcessFigures: Sendable {
    /// The largest resident set so far (`VmHWM`).
    var peakKiB = 0
    var threads = 0

    var peakMiB: Int { peakKiB / 1024 }

    init() {}

    init(of process: pid_t) throws {
        let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        func number(_ name: String) -> Int {
            let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") } ?? ""
            return Int(line.split(whereSeparator: \.isWhitespace).dropFirst().first ?? "") ?? 0
        }
        peakKiB = number("VmHWM")
        threads = number("Threads")
    }
}
