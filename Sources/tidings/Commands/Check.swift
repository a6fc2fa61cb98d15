import ArgumentParser
import ChatStore
import Foundation

/// `tidings check`: walks the store of a node that is stopped, and says whether it is what was written.
struct Check: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check the store of a node that is stopped. Changes nothing.",
        discussion: "Exit status 0 for a sound store, 1 for one that is not, 2 where it could not be walked.")

    @Option(help: "The folder in which the node keeps everything.")
    var data = "data"

    func run() async throws {
        let folder = try openFolder()
        let outcome = await StoreChecker().check(folder.path)
        withExtendedLifetime(folder) {}
        for line in outcome.lines(data) { print(line) }
        if outcome.exitStatus != 0 { throw ExitCode(outcome.exitStatus) }
    }

    /// Says itself what is in the way: an error that is thrown would be exit status 1.
    private func openFolder() throws -> StoreFolder {
        do throws(StoreError) {
            return try StoreFolder(path: data, forReading: true)
        } catch {
            FileHandle.standardError.write(Data("Error: \(error.ownerSentence)\n".utf8))
            throw ExitCode(2)
        }
    }
}
