import ArgumentParser
import ChatStore
import Foundation

/// `tidings check`: walks the store of a node that is stopped, and says whether it is what was written.
struct Check: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check the store of a node that is stopped. Changes nothing; exit status 1 where it is not sound.")

    @Option(help: "The folder in which the node keeps everything.")
    var data = "data"

    func run() async throws {
        let folder = try StoreFolder(path: data, forReading: true)
        let outcome = await StoreChecker().check(folder.path)
        withExtendedLifetime(folder) {}
        for line in outcome.lines(data) { print(line) }
        if !outcome.isSound { throw ExitCode.failure }
    }
}
