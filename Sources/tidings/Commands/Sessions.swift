import ArgumentParser
import ChatModel
import ChatXML
import Foundation

/// `tidings sessions`: lists the sessions that have begun with the users' password, and ends one.
struct Sessions: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List the browsers that have entered the password of the node that runs here.",
        discussion: "To end all of them, set another password with tidings password.")

    @OptionGroup var node: RunningNodeOption

    @Option(help: ArgumentHelp("End the session with this id.", valueName: "id"))
    var end: String?

    func run() async throws {
        let list = try await CommandFailure.report {
            try SessionList(reading: try await node.socket.post("sessions", [("end", end)]))
        }
        for session in list.sessions {
            let begun = Date(timeIntervalSince1970: Double(session.begun.milliseconds) / 1000)
            StandardStreams.output(
                "\(session.id)  \(begun.formatted(.iso8601.dateSeparator(.dash).dateTimeSeparator(.space)))  \(session.name)"
            )
        }
        if list.sessions.isEmpty { StandardStreams.error("No browser has a session.") }
    }
}
