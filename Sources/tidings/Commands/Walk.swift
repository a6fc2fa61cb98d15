import ArgumentParser
import ChatStore
import Foundation

/// `tidings walk`: the process in which `check` and `serve` have a store walked, since that may kill it.
struct Walk: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Walk a store for check and serve, which hold the lock of its folder.", shouldDisplay: false)

    @Option(help: "The folder of the store.")
    var data: String

    func run() throws {
        endWithParent()
        let result: WalkResult
        do {
            result = .report(try StoreReport(walking: data, isAlive: Self.signs()))
        } catch {
            result = .refused(error)
        }
        Self.say(try result.line)
    }

    /// Says that the walk goes on, not too often. By time, not by entries: a disk may be slow.
    private static func signs() -> () -> Void {
        var next = ContinuousClock.now
        return {
            let now = ContinuousClock.now
            guard now >= next else { return }
            next = now + .milliseconds(500)
            say(WalkResult.sign)
        }
    }

    /// Standard input ends when the process that started this one does: nobody is left who could stop a walk in circles.
    private func endWithParent() {
        Thread.detachNewThread {
            while readLine() != nil {}
            _exit(1)
        }
    }

    /// Not print: its buffer would keep signs of life from whoever waits for them.
    private static func say(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }
}
