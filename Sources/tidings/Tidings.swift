import ArgumentParser

/// The program `tidings` with its commands.
@main
struct Tidings: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tidings",
        abstract: "A chat node that works without a network. Nodes exchange messages when they can reach each other.",
        version: "0.1.0",
        subcommands: [Serve.self, Invite.self, Join.self, Peers.self, Check.self, CheckProcessCommand.self]
    )

    static func main() async {
        if CommandLine.arguments.dropFirst().first == Serve._commandName { StopSignals.remember() }
        StandardStreams.prepare()
        MemoryKeeper.prepare()
        await main(nil)
    }
}
