import ArgumentParser
import ChatStore
import Foundation

/// `tidings check-process`: the check process of `check` and `serve`. See ``CheckProcess``.
struct CheckProcessCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check-process",
        abstract: "Check a store for check and serve, which hold the lock of its folder.", shouldDisplay: false)

    @Option(help: "The folder of the store.")
    var data: String

    func run() throws {
        exitWithParent()
        let progress = try Self.progress()
        let result: CheckProcess.Message
        do {
            result = .report(try CheckReport(checking: data, onEntry: progress))
        } catch {
            result = .refused(error)
        }
        Self.write(try result.line)
    }

    /// Returns a function that prints a line of progress, at most every 500 ms. By time, not by entries: a disk may be
    /// slow.
    private static func progress() throws -> () -> Void {
        let line = try CheckProcess.Message.progress.line
        var next = ContinuousClock.now
        return {
            let now = ContinuousClock.now
            guard now >= next else { return }
            next = now + .milliseconds(500)
            write(line)
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

    /// Writes a line without the buffer of `print`, which would delay it.
    private static func write(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }
}
