import ArgumentParser
import ChatXML

/// `tidings open`: prints the address of a web page that makes its browser the owner's.
struct Open: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print an address at which a browser may invite, join and remove nodes.",
        discussion: """
            Open the address within a minute. It works once. Whoever opens it is the owner of the node in that browser, until the \
            node stops.
            """)

    @OptionGroup var node: RunningNodeOption

    @Option(
        help: ArgumentHelp(
            "The address at which the page is open, such as http://localhost:8080. (default: that of the node, or of --public-url)",
            valueName: "url"))
    var at: String?

    func run() async throws {
        let owner = try await CommandFailure.report {
            try OwnerAddress(reading: try await node.socket.post("open", [("at", at)]))
        }
        StandardStreams.output(owner.address)
    }
}
