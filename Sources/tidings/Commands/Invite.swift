import ArgumentParser
import ChatGroup
import ChatLink
import ChatModel
import ChatXML
import Foundation

/// `tidings invite`: makes an invitation into the group of a running node.
struct Invite: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Invite a node into the group of the node that runs here.",
        discussion:
            "Prints a link for tidings join on the other machine. Whoever has the link can join: send it privately.")

    @OptionGroup var node: RunningNodeOption

    @Option(name: .customLong("for"), help: "How long the invitation counts: 30m, 2h or 7d, at most 30d.")
    var lifetime = "1d"

    @Option(help: "How many nodes can join with it, at most 64.")
    var uses = "1"

    @Option(
        help: ArgumentHelp(
            "An address at which others reach this machine, such as a host name. The node keeps it: see tidings address. Repeatable.",
            valueName: "host:port"))
    var address: [String] = []

    @Flag(help: "Give the node a group although nodes pull from it over plain HTTP. They take no more messages then.")
    var newGroup = false

    func run() async throws {
        let seconds = try Self.seconds(lifetime)
        guard let uses = Int(uses), (1...64).contains(uses) else {
            throw CommandFailure.wrongValue("--uses \(uses) is not a number from 1 to 64.")
        }
        for text in address where (try? HostPort(text))?.port ?? 0 == 0 {
            throw CommandFailure.wrongValue("--address \(text) is not an address. Write it as host:port.")
        }
        let parameters: [(String, String?)] = [
            ("seconds", "\(seconds)"), ("uses", "\(uses)"), ("places", address.joined(separator: ",")),
            ("group", newGroup ? "new" : nil),
        ]
        let invitation = try await CommandFailure.report {
            try InvitationAnswer(reading: try await node.socket.post("invite", parameters))
        }
        TerminalCode(invitation.code).show()
        StandardStreams.output("tidings join '\(invitation.link)'")
        if let sentence = (try? Invitation(invitation.link))?.nearness { StandardStreams.error(sentence) }
        let nodes = uses == 1 ? "One node can" : "\(uses) nodes can"
        StandardStreams.error(
            "\(nodes) join with this link\(Self.end(of: invitation)). Whoever has it can join: send it privately.")
    }

    private static func end(of invitation: InvitationAnswer) -> String {
        guard let expires = invitation.expires else { return ", until this node stops" }
        let date = Date(timeIntervalSince1970: Double(expires.milliseconds) / 1000)
        return ", until \(date.formatted(.iso8601.dateSeparator(.dash).dateTimeSeparator(.space)))"
    }

    /// - Throws: the exit status 64, after the sentence was printed.
    static func seconds(_ text: String) throws(ExitCode) -> Int {
        let units = ["m": 60, "h": 60 * 60, "d": 24 * 60 * 60]
        guard let unit = units["\(text.suffix(1))"], let number = UInt16(decimal: text.dropLast()), number > 0,
            case let seconds = Int(number) * unit, seconds <= 30 * 24 * 60 * 60
        else {
            throw CommandFailure.wrongValue(
                "--for \(text) is not a time. Write 30m, 2h or 7d; 30d is the longest.")
        }
        return seconds
    }
}
