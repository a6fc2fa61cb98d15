import ArgumentParser
import ChatModel
import ChatXML

/// `tidings address`: prints the line with which members reach a running node, and changes the addresses that its owner has added.
struct Address: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print the line with which other members reach the node that runs here.",
        discussion: """
            Members tell each other their addresses. The line is for the case that nobody can reach anybody: paste it at another member \
            after tidings join. The node names the added addresses in its invitations and to the members, before those of its listeners.
            """)

    @OptionGroup var node: RunningNodeOption
    @Option(
        help: ArgumentHelp(
            "An address at which others reach this node, such as a host name, or a router that forwards the port. Repeatable.",
            valueName: "host:port"))
    var add: [String] = []
    @Option(help: ArgumentHelp("An added address that is not used any more. Repeatable.", valueName: "host:port"))
    var remove: [String] = []

    func run() async throws {
        for (option, texts) in [("add", add), ("remove", remove)] {
            for text in texts where (try? HostPort(text))?.port ?? 0 == 0 {
                throw CommandFailure.wrongValue("--\(option) \(text) is not an address. Write it as host:port.")
            }
        }
        let answer = try await CommandFailure.report {
            let parameters = [("add", add), ("remove", remove)].map { ($0, Optional($1.joined(separator: ","))) }
            return try AddressAnswer(reading: try await node.socket.post("address", parameters))
        }
        StandardStreams.output("tidings join '\(answer.line)'")
        if !answer.kept.isEmpty {
            StandardStreams.error("Added addresses: \(answer.kept.joined(separator: ", "))")
        }
    }
}
