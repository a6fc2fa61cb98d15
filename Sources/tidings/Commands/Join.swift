import ArgumentParser
import ChatXML
import Foundation

/// `tidings join`: takes an invitation for a running node.
struct Join: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Join the group of the node that has made an invitation.",
        discussion:
            "Without a link, reads it from the standard input, so that it does not stand in the list of processes.")

    @Argument(help: "The link that tidings invite has printed.")
    var link: String?

    @Option(help: "The data folder of the running node.")
    var data = "data"

    @Flag(help: "Carry the messages that this node has into the group, where all members read them.")
    var carry = false

    func run() async throws {
        let link = try link ?? Self.linkFromInput()
        var parameters = [("link", link)]
        if carry { parameters.append(("carry", "yes")) }
        let answer: PairedAnswer = try await CommandFailure.report {
            let bytes = try await AdministrationClient(folder: data).post("join", parameters)
            return try PairedAnswer(reading: bytes)
        }
        let name = answer.name.isEmpty ? "the node \(answer.node)" : answer.name
        StandardStreams.output("This node is in the group now, and exchanges messages with \(name).")
    }

    private static func linkFromInput() throws(ExitCode) -> String {
        if isatty(STDIN_FILENO) == 1 { StandardStreams.error("Paste the invitation and press Enter:") }
        // The command line of the invitation is taken, too.
        let words = (readLine() ?? "").split { $0.isWhitespace || $0 == "'" }
        guard let link = words.last else {
            throw CommandFailure.wrongValue(
                "The standard input has no invitation. Give the link as an argument, or paste it.")
        }
        return String(link)
    }
}
