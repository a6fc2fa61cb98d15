import ArgumentParser
import ChatXML

/// `tidings open`: prints the address of a web page that makes its browser the owner's, or a phone's.
struct Open: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print an address at which a browser may invite, join and remove nodes, or a phone may chat.",
        discussion: """
            Open the address within a minute. It works once. Whoever opens it is the owner of the node in that browser, until the \
            node stops or a password is set. The address of a phone works once within ten minutes, and the phone can read and write until its session is ended \
            with tidings sessions.
            """)

    @OptionGroup var node: RunningNodeOption

    @Option(
        help: ArgumentHelp(
            "The address at which the page is open, such as http://localhost:8080. (default: that of the node, or of --public-url)",
            valueName: "url"))
    var at: String?

    @Flag(
        help:
            "Print an address for a phone in the same network, as a QR code, too. The node listens for phones while one can use it."
    )
    var phone = false

    func validate() throws {
        if phone, at != nil { throw ValidationError("--phone and --at exclude each other.") }
    }

    func run() async throws {
        if phone { return try await openForPhone() }
        let owner = try await CommandFailure.report {
            try OwnerAddress(reading: try await node.socket.post("open", [("at", at)]))
        }
        StandardStreams.output(owner.address)
    }

    private func openForPhone() async throws {
        let invitation = try await CommandFailure.report {
            try InvitationAnswer(reading: try await node.socket.post("add-phone", []))
        }
        TerminalCode(invitation.code).show()
        StandardStreams.output(invitation.link)
        StandardStreams.error(
            "Scan the code with the camera of the phone, or open the address there, within ten minutes. It works once.")
        guard invitation.link.hasPrefix("http:") else { return }
        StandardStreams.error(
            "Everyone in the network can read along, because this is no https. See docs/operations.md, \"A phone\", for https."
        )
    }
}
