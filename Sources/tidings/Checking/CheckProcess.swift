import ArgumentParser
import ChatModel
import ChatStore
import Foundation
import Subprocess
import Synchronization

#if canImport(System)
    import System
#else
    import SystemPackage
#endif

/// Runs the check of a store in a process of its own, the check process.
///
/// LMDB pages have no checksums: damage to them can kill the process that reads them, or make it read for ever.
struct CheckProcess: Sendable {
    /// The kind of a check.
    enum Mode: Hashable, Sendable {
        /// The store of a stopped node, in one snapshot.
        ///
        /// - verifyingSignatures: whether to verify the signature of each message, too. A start of the node verifies no
        ///   signatures, because that would take too long.
        case stopped(verifyingSignatures: Bool)
        /// The store of this node, which runs, at low priority and in short snapshots.
        case running(mapSizeBytes: Int)
    }

    /// The program to run, with the command `check-process`.
    var program = Self.thisProgram
    /// The number of ticks without a line from the check process after which it is killed. The check process prints a
    /// line at least every 500 ms while it reads entries.
    var silentTicks = 60
    var tick = Duration.seconds(1)

    /// The program file of this process, even if the file at its path was replaced since the start.
    static var thisProgram: String {
        #if os(Linux)
            "/proc/self/exe"
        #else
            Bundle.main.executablePath ?? CommandLine.arguments[0]
        #endif
    }

    /// The signals that damage causes. Other signals come from other processes.
    private static let signalsOfDamage: Set<Int32> = [SIGSEGV, SIGBUS, SIGABRT, SIGILL, SIGTRAP, SIGFPE]

    /// Checks the store in a folder without changing anything in it. The caller has locked the folder, and has opened the
    /// store only if it is the store of a running node. Cancellation kills the check process.
    ///
    /// - Parameters:
    ///   - openPath: another path of the folder, at which it also is after it was moved.
    ///   - onDamagedMessage: called with the id of each damaged message as soon as the check process has read it. At most
    ///     ``maximumReportedMessages`` ids.
    func check(
        _ folder: String, openPath: String? = nil, _ mode: Mode, time: any TimeSource,
        onDamagedMessage: @escaping @Sendable (UInt64) async -> Void = { _ in }
    ) async -> CheckOutcome {
        do {
            let result = try await run(
                .path(FilePath(program)), arguments: Arguments(mode.arguments(folder)),
                // The check process may crash; a backtrace of it would only take time.
                environment: .inherit.updating(["SWIFT_BACKTRACE": "enable=no"]),
                workingDirectory: FilePath(openPath ?? folder), input: .inputWriter, output: .sequence,
                error: .discarded
            ) { execution in
                try await lastLine(of: execution, time, onDamagedMessage)
            }
            return outcome(result.closureResult, result.terminationStatus)
        } catch {
            return .failed("\(program) could not be run (\(error)).")
        }
    }

    /// Returns the last line that the process prints; nil after killing the process for its silence.
    private func lastLine(
        of execution: Execution<CustomWriteInput, SequenceOutput, DiscardedOutput>, _ time: any TimeSource,
        _ onDamagedMessage: @escaping @Sendable (UInt64) async -> Void
    ) async throws -> String? {
        let silence = SilenceDetector()
        return try await withThrowingTaskGroup(of: String?.self) { group in
            group.addTask {
                var last = ""
                for try await line in execution.standardOutput.strings() {
                    silence.noteLine()
                    last = line
                    if case .damagedMessage(let id) = Line(line) { await onDamagedMessage(id) }
                }
                return last
            }
            group.addTask {
                try await silence.wait(ticks: silentTicks) { try await time.sleep(for: tick) }
                return nil
            }
            defer { group.cancelAll() }
            let last = try await group.next() ?? nil
            // Not in the task above: the kill ends the output, and the first task could then end before the second one.
            if last == nil { try? execution.send(signal: .kill) }
            return last
        }
    }

    private func outcome(_ line: String?, _ status: TerminationStatus) -> CheckOutcome {
        guard let line else { return .silent(tick * silentTicks) }
        switch (status, Line(line)) {
        case (.exited(0), .report(let report)): return .finished(report)
        case (.exited(0), .refused(let error)): return .refused(error)
        case (.signaled(let signal), _) where Self.signalsOfDamage.contains(signal): return .killed(signal: signal)
        case (.signaled(let signal), _):
            return .failed("The check process was stopped by \(CheckOutcome.name(of: signal)).")
        case (.exited(let status), _):
            return .failed("The check process ended with status \(status) and printed no result.")
        }
    }
}

extension CheckProcess.Mode {
    /// The command line of the check process.
    func arguments(_ folder: String) -> [String] {
        let command = ["check-process", "--data", folder]
        return switch self {
        case .stopped(let verifyingSignatures): command + (verifyingSignatures ? ["--signatures"] : [])
        case .running(let mapSizeBytes): command + ["--beside-map-size", "\(mapSizeBytes)"]
        }
    }
}

extension CheckProcess {
    /// The largest number of damaged messages of which a check process reports the ids. The store would not note more.
    static let maximumReportedMessages = 10_000

    /// A line that the check process prints: JSON.
    enum Line: Hashable, Codable {
        /// The check goes on.
        case progress
        /// The message with this id is damaged.
        case damagedMessage(UInt64)
        case report(CheckReport)
        /// The store could not be checked.
        case refused(StoreError)

        init?(_ text: String) {
            guard let line = try? JSONDecoder().decode(Line.self, from: Data(text.utf8)) else { return nil }
            self = line
        }

        var text: String {
            get throws { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) }
        }
    }
}

/// `tidings check-process`: the check process of `check` and `serve`. See ``CheckProcess``.
struct CheckProcessCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check-process",
        abstract: "Check a store for check and serve, which have locked its folder.", shouldDisplay: false)

    @Option(help: "The path of the store's folder, for sentences. The folder is the working directory.")
    var data: String

    @Flag(help: "Verify the signature of each message, too.")
    var signatures = false

    @Option(help: "Check beside the running node, at low priority. The value is the map size of the node in bytes.")
    var besideMapSize: Int?

    func run() throws {
        if besideMapSize != nil { Self.takeLowestPriority() }
        exitWithParent()
        let time = SystemTime()
        let progress = try Self.progress(time)
        let result: CheckProcess.Line
        do throws(StoreError) {
            if let besideMapSize {
                result = .report(
                    try CheckReport(
                        checkingBesideNode: data, openPath: ".", mapSizeBytes: besideMapSize, time: time,
                        pause: { Thread.sleep(forTimeInterval: $0 / .seconds(1)) }, onEntry: progress,
                        onDamagedMessage: Self.damagedMessages()))
            } else {
                result = .report(
                    try CheckReport(
                        checking: data, openPath: ".", verifyingSignatures: signatures, onEntry: progress,
                        onDamagedMessage: Self.damagedMessages()))
            }
        } catch {
            result = .refused(error)
        }
        StandardStreams.output(try result.text)
    }

    /// Takes the lowest priority for the processor. Linux derives the priority of disk reads from this priority. The
    /// idle class of reads is no choice: such reads wait for as long as other processes read and write.
    private static func takeLowestPriority() {
        #if os(Linux)
            // Each thread has a priority of its own. A new thread takes that of the thread which makes it. 0 is this thread,
            // also without /proc.
            let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
            for thread in [0] + threads.compactMap({ id_t($0) }) {
                setpriority(Int32(PRIO_PROCESS.rawValue), thread, 19)
            }
        #else
            setpriority(PRIO_PROCESS, 0, 19)
        #endif
    }

    /// Returns a function that prints a line for each damaged message, up to the maximum.
    private static func damagedMessages() -> (UInt64) -> Void {
        var rest = CheckProcess.maximumReportedMessages
        return { id in
            guard rest > 0, let line = try? CheckProcess.Line.damagedMessage(id).text else { return }
            rest -= 1
            StandardStreams.output(line)
        }
    }

    /// Returns a function that prints a line of progress, at most every 500 ms. By time, not by entries: a disk may be
    /// slow.
    private static func progress(_ time: any TimeSource) throws -> () -> Void {
        let line = try CheckProcess.Line.progress.text
        var next = time.monotonic
        return {
            let now = time.monotonic
            guard now >= next else { return }
            next = now + .milliseconds(500)
            StandardStreams.output(line)
        }
    }

    /// Ends this process when the process that started it ends, because then nobody could stop an endless check. Standard
    /// input ends with that process.
    private func exitWithParent() {
        Thread.detachNewThread {
            while readLine() != nil {}
            _exit(1)
        }
    }

}

/// Detects that a process prints no lines.
final class SilenceDetector: Sendable {
    private let lines = Mutex(0)

    func noteLine() {
        lines.withLock { $0 += 1 }
    }

    /// Returns after `ticks` ticks in a row without a line.
    ///
    /// It counts ticks, not time: while the machine is suspended, or both processes are stopped, no line can come. That
    /// counts as one tick, however long it takes.
    ///
    /// - Parameter tick: returns after one tick.
    /// - Throws: the errors of `tick`.
    func wait(ticks: Int, tick: () async throws -> Void) async throws {
        var (known, silent) = (lines.withLock { $0 }, 0)
        while silent < ticks {
            try await tick()
            let now = lines.withLock { $0 }
            silent = now == known ? silent + 1 : 0
            known = now
        }
    }
}
