import ArgumentParser
import ChatServer
import ChatStore
import Foundation
import Logging

/// `tidings serve`: runs a node until SIGTERM or SIGINT.
///
/// What is wrong with an argument is found in ``run()``, so that it is one sentence and exit status 1 as every other
/// reason why a node cannot start.
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Run a node.")

    @Option(help: "The folder in which the node keeps everything.")
    var data = "data"

    @Option(
        help: ArgumentHelp(
            "Where to accept requests; may be given again. Port 0 picks one. (default: 127.0.0.1:8080 and [::1]:8080)",
            valueName: "host:port"))
    var listen: [String] = []

    @Option(help: "What others see as the device of messages from here. (default: the host's name)")
    var name: String?

    @Option(
        help: ArgumentHelp("A node to pull messages from, as http://host:port; may be given again.", valueName: "url"))
    var peer: [String] = []

    @Option(
        help: ArgumentHelp("A further name under which clients and peers reach this node; may be given again."))
    var allowHost: [String] = []

    @Option(help: "The most that the store can grow to, as 512MiB or 64GiB. Takes no room by itself.")
    var mapSize = "64GiB"

    @Flag(help: "Go on with a new key where the store's key file is lost.")
    var newKey = false

    @Option(help: "What to log: trace, debug, info, notice, warning, error or critical.")
    var logLevel = "info"

    func run() async throws {
        guard let level = Logger.Level(rawValue: logLevel) else {
            let levels = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
            throw ArgumentError("--log-level \(logLevel) is none; take one of \(levels).")
        }
        LoggingSystem.bootstrap { label in
            var handler = StreamLogHandler.standardError(label: label)
            handler.logLevel = level
            return handler
        }
        DescriptorLimit.raise()
        try await node().run()
    }

    private func node() async throws -> Node {
        do {
            return try await Node(nodeConfiguration(), logger: Logger(label: "tidings")) { listener in
                // Not print: its buffer would keep the line from whoever waits for it at the end of a pipe.
                FileHandle.standardOutput.write(Data("listening on http://\(listener)\n".utf8))
            }
        } catch let error as StoreError {
            throw StartError(error.ownerSentence)
        }
    }

    private func nodeConfiguration() throws -> NodeConfiguration {
        NodeConfiguration(
            folder: data,
            mapSizeBytes: try ByteCount(argument: mapSize).bytes,
            newKey: newKey,
            listeners: try (listen.isEmpty ? ["localhost:8080"] : listen).flatMap(NodeConfiguration.listeners),
            name: try NodeConfiguration.name(name),
            peers: try NodeConfiguration.peers(peer),
            allowedHosts: try NodeConfiguration.allowedHosts(allowHost),
            checkProcess: CheckProcess()
        )
    }
}
