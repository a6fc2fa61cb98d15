import ArgumentParser

/// The program: a list of its commands.
@main
struct Tidings: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tidings",
        abstract: "A chat node: chat with it while the network is gone, and its peers catch up when it is back.",
        version: "0.1.0",
        subcommands: [Serve.self, Check.self, CheckProcessCommand.self],
        defaultSubcommand: Serve.self
    )
}
