import ArgumentParser
import ChatModel
import ChatStore
import Foundation

/// `tidings check`: checks the store of a node that is stopped.
struct Check: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check the store of a node that is stopped. Changes nothing.",
        discussion: "Exit status 0 for a sound store, 1 for a store with problems, 2 if it could not be checked.")

    @Option(help: "The folder of the node.")
    var data = "data"

    func run() async throws {
        let folder = try openFolder()
        let outcome = await CheckProcess().check(
            folder.path, .stopped(verifyingSignatures: true), time: SystemTime())
        withExtendedLifetime(folder) {}
        for line in outcome.lines(data) { print(line) }
        if outcome.exitStatus != 0 { throw ExitCode(outcome.exitStatus) }
    }

    /// Prints the error itself: ArgumentParser would end the program with exit status 1.
    private func openFolder() throws -> StoreFolder {
        do throws(StoreError) {
            return try StoreFolder(path: data, forReading: true)
        } catch {
            FileHandle.standardError.write(Data("Error: \(error.ownerSentence)\n".utf8))
            throw ExitCode(2)
        }
    }
}
