import ArgumentParser
import ChatModel
import ChatXML
import Foundation

/// `tidings sessions`: lists the sessions that have begun with the users' password, and ends one.
struct Sessions: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract:
            "List the browsers that have entered the password of the node that runs here, and the keys of other clients.",
        discussion: """
            A key is a part of an address, for a client that sends no password: such as the one of 2011. Whoever has the address reads and \
            writes. To end all sessions and keys, set another password with tidings password.
            """)

    @OptionGroup var node: RunningNodeOption

    // One id of 64 begins with -.
    @Option(
        parsing: .unconditional, help: ArgumentHelp("End the session or the key with this id.", valueName: "id"))
    var end: String?

    @Option(help: ArgumentHelp("Make a key with this name, and print its address.", valueName: "name"))
    var add: String?

    func run() async throws {
        let list = try await CommandFailure.report {
            try SessionList(reading: try await node.socket.post("sessions", [("end", end), ("name", add)]))
        }
        if let address = list.address { return StandardStreams.output(address) }
        for session in list.sessions {
            let begun = Date(timeIntervalSince1970: Double(session.begun.milliseconds) / 1000)
            StandardStreams.output(
                "\(session.id)  \(begun.formatted(.iso8601.dateSeparator(.dash).dateTimeSeparator(.space)))  \(session.name.visible(maximumScalars: Limits.shortFieldScalars))"
            )
        }
        if list.sessions.isEmpty { StandardStreams.error("No browser has a session.") }
    }
}
