import ArgumentParser
import Foundation

/// The program `tidings` with its commands.
@main
struct Tidings: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tidings",
        abstract: "A chat node that works without a network. Nodes exchange messages when they can reach each other.",
        version: "0.1.0",
        subcommands: [
            Serve.self, Open.self, Invite.self, Join.self, Members.self, Same.self, Address.self, Password.self,
            Sessions.self, Check.self,
        ]
    )

    static func main() async {
        StandardStreams.prepare()
        requireReadableArguments()
        MemoryKeeper.prepare()
        await main(nil)
    }

    /// Ends the program if an argument has bytes that are no UTF-8. Swift would read them as U+FFFD, and the program would
    /// open another folder.
    private static func requireReadableArguments() {
        let arguments = (1..<max(1, Int(CommandLine.argc))).compactMap { index in
            unsafe CommandLine.unsafeArgv[index].map { unsafe Data(bytes: $0, count: strlen($0)) }
        }
        guard let sentence = problem(of: arguments.map(Array.init)) else { return }
        exit(withError: CommandFailure.wrongValue(sentence))
    }

    /// Returns a sentence that names the first argument with bytes that are no UTF-8; nil if there is none.
    static func problem(of arguments: [[UInt8]]) -> String? {
        guard let bytes = arguments.first(where: { String(validating: $0, as: UTF8.self) == nil }) else { return nil }
        let shown = String(decoding: bytes, as: UTF8.self)
        return "An argument has bytes that are no UTF-8, shown here as \u{FFFD}: \(shown). "
            + "Rename the file or the folder, or write the argument in UTF-8."
    }
}
