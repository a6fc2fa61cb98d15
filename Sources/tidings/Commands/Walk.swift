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
            result = .report(try StoreReport(walking: data) { Self.say(WalkResult.sign) })
        } catch {
            result = .refused(error.sentence)
        }
        Self.say(try result.line)
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
