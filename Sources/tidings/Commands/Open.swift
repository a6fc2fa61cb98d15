import ArgumentParser
import ChatXML

/// `tidings open`: prints the address of a page that makes its browser the owner's.
struct Open: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print an address at which a browser may invite, join and remove nodes.",
        discussion: """
            Open the address within a minute. It works once. Whoever opens it is the owner of the node in that browser, until the \
            node stops.
            """)

    @OptionGroup var node: RunningNodeOption

    func run() async throws {
        let owner = try await CommandFailure.report {
            try OwnerAddress(reading: try await node.client.post("open", []))
        }
        StandardStreams.output(owner.address)
    }
}
