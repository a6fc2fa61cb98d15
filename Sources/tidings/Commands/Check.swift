import ArgumentParser
import ChatModel
import ChatStore
import Foundation

/// `tidings check`: checks the store of a node that is stopped, or builds a new store from what can be read of it.
struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check the store of a node that is stopped. Changes nothing in its folder.",
        discussion: """
            Exit status 0 for a sound store, 1 for a store with problems, 2 if it could not be checked. With --rebuild: 0 for \
            a new store, 2 if it could not be built.
            """)

    @Option(help: "The folder of the node.")
    var data = "data"

    @Option(
        help: ArgumentHelp(
            "Do not check the store. Build a new one in this folder from everything that can be read.",
            valueName: "new"))
    var rebuild: String?

    func run() throws {
        let folder = try openFolder()
        if let rebuild { return try build(rebuild, from: folder) }
        let outcome = CheckOutcome.check(folder, verifyingSignatures: true)
        for line in outcome.lines(data) { print(line) }
        if outcome.exitStatus != 0 { throw ExitCode(outcome.exitStatus) }
    }

    /// Prints the error itself: ArgumentParser would end the program with exit status 1.
    private func openFolder() throws -> StoreFolder {
        do throws(StoreError) {
            return try StoreFolder(path: data, forReading: true)
        } catch {
            throw Self.failure(error.ownerSentence)
        }
    }

    private func build(_ target: String, from folder: StoreFolder) throws {
        do throws(StoreError) {
            let report = try StoreRebuild.build(target, from: folder, time: SystemTime(), buildDate: .build)
            for line in report.lines(from: data, to: target) { print(line) }
        } catch .diskFull {
            throw Self.failure(
                "The disk is full, so the unfinished store was removed. Make room for two to three times the size of "
                    + "data.mdb, or name a folder on another disk with --rebuild.")
        } catch {
            throw Self.failure(error.ownerSentence)
        }
    }

    private static func failure(_ sentence: String) -> ExitCode {
        StandardStreams.error("Error: \(sentence)")
        return ExitCode(2)
    }
}
