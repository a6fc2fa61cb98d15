import ArgumentParser
import ChatLink
import ChatModel
import ChatXML
import Foundation

/// `tidings join`: accepts an invitation for a running node.
struct Join: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Join the group of the node that has made an invitation.",
        discussion:
            "Without a link, reads it from the standard input, so that it does not stand in the list of processes.")

    @Argument(help: "The link that tidings invite has printed, or the text that has it.")
    var link: [String] = []

    @OptionGroup var node: RunningNodeOption

    @Flag(help: "Carry the messages that this node has into the group, where all members read them.")
    var carry = false

    @Flag(help: "Leave the group of which this node is the only member.")
    var leave = false

    func run() async throws {
        let link = link.isEmpty ? try Self.linkFromInput() : link.joined(separator: " ")
        let answer = try await CommandFailure.report {
            try PairedAnswer(
                reading: try await node.socket.post(
                    "join", [("link", link), ("carry", carry ? "yes" : nil), ("leave", leave ? "yes" : nil)]))
        }
        let name = answer.name.isEmpty ? "the node \(answer.node)" : answer.name.quoted
        StandardStreams.output("This node is in the group now, and exchanges messages with \(name).")
    }

    private static func linkFromInput() throws(ExitCode) -> String {
        let isTerminal = isatty(STDIN_FILENO) == 1
        if isTerminal { StandardStreams.error("Paste the invitation and press Enter:") }
        var text = ""
        // A mail program may have broken the link over several lines. The node says what is wrong with a text without a link.
        while let line = readLine(), text.utf8.count < maximumInputBytes {
            if isTerminal, line.isEmpty, !text.isEmpty { break }
            text += "\(line)\n"
            if let link = Invitation.link(in: text) { return link }
            if isTerminal { StandardStreams.error("This is not the whole link. Paste the rest, or press Enter:") }
        }
        guard text.contains(where: { !$0.isWhitespace }) else {
            throw CommandFailure.wrongValue(
                "The standard input has no invitation. Give the link as an argument, or paste it.")
        }
        return text
    }

    /// The text of a long mail.
    private static let maximumInputBytes = 64 << 10
}
