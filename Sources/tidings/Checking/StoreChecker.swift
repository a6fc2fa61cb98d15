import Foundation
import Subprocess

#if canImport(System)
    import System
#else
    import SystemPackage
#endif

/// Walks stores in a process of its own: damage to LMDB's pages, which have no checksums, can kill the walker or send it
/// round in circles.
struct StoreChecker: Sendable {
    /// The program with the command `walk`.
    var program = Self.thisProgram
    /// A walk that gives no sign of life for so many ticks in a row is killed. A sign takes the reading of an entry.
    var silentTicks = 60
    var tick = Duration.seconds(1)

    /// The file of this process, even if another stands under its name by now.
    static var thisProgram: String {
        #if os(Linux)
            "/proc/self/exe"
        #else
            Bundle.main.executablePath ?? CommandLine.arguments[0]
        #endif
    }

    /// Signals that tell of damage. Others come from outside.
    private static let signalsOfDamage: Set<Int32> = [SIGSEGV, SIGBUS, SIGABRT, SIGILL, SIGTRAP, SIGFPE]

    /// Walks the store in a folder, whose lock the caller holds and in which nothing is open. Changes nothing.
    func check(_ folder: String) async -> CheckOutcome {
        do {
            let result = try await run(
                .path(FilePath(program)), arguments: ["walk", "--data", folder],
                // The walk may crash: nobody is to wait for a description of that.
                environment: .inherit.updating(["SWIFT_BACKTRACE": "enable=no"]),
                input: .inputWriter, output: .sequence, error: .discarded
            ) { execution in
                try await lastLine(of: execution)
            }
            return outcome(result.closureResult, result.terminationStatus)
        } catch {
            return .ended("\(program) could not be run (\(error)).")
        }
    }

    /// The last line that the process says; nothing where it was silent for too long and was killed.
    private func lastLine(
        of execution: Execution<CustomWriteInput, SequenceOutput, DiscardedOutput>
    ) async throws -> String? {
        let signs = SignsOfLife()
        return try await withThrowingTaskGroup(of: String?.self) { group in
            group.addTask {
                var last = ""
                for try await line in execution.standardOutput.strings() {
                    signs.came()
                    last = line
                }
                return last
            }
            group.addTask {
                try await signs.silence(ofTicks: silentTicks) { try await Task.sleep(for: tick) }
                try execution.send(signal: .kill)
                return nil
            }
            defer { group.cancelAll() }
            return try await group.next() ?? nil
        }
    }

    private func outcome(_ line: String?, _ status: TerminationStatus) -> CheckOutcome {
        guard let line else { return .silent(tick * silentTicks) }
        switch (status, WalkResult(line: line)) {
        case (.exited(0), .report(let report)): return .walked(report)
        case (.exited(0), .refused(let error)): return .refused(error)
        case (.signaled(let signal), _) where Self.signalsOfDamage.contains(signal): return .killed(signal: signal)
        case (.signaled(let signal), _): return .ended("it was stopped by \(CheckOutcome.name(of: signal)).")
        case (.exited(let status), _): return .ended("it ended with status \(status) and no result.")
        }
    }
}
