import ArgumentParser
import ChatServer
import Foundation
import Logging

/// `tidings serve`: runs a node until SIGTERM or SIGINT.
///
/// The values of options are checked in ``run()`` and not by the argument parser, so that a wrong value is reported in one
/// sentence with exit status 1, as every other reason why a node cannot start.
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Run a node.")

    @Option(help: "The node's data folder.")
    var data = "data"

    @Option(
        help: ArgumentHelp(
            "An address on which to accept requests. Repeat for more. Port 0 chooses a free port. (default: 127.0.0.1:8080 and [::1]:8080)",
            valueName: "host:port"))
    var listen: [String] = []

    @Option(help: "The name of this device, shown with its messages. (default: the machine's name)")
    var name: String?

    @Option(
        help: ArgumentHelp(
            "A node from which to pull messages, as http://host:port. Repeat for more.", valueName: "url"))
    var peer: [String] = []

    @Option(
        help: ArgumentHelp("A further host name under which clients and peers reach this node. Repeat for more."))
    var allowHost: [String] = []

    @Option(
        help:
            "The maximum size of the store, for example 512MiB or 64GiB. The store takes only the disk space that it needs."
    )
    var mapSize = "64GiB"

    @Flag(help: "Create a new node key if the key file of the store is lost.")
    var newKey = false

    @Option(
        // An id can begin with "-".
        parsing: .unconditional,
        help: ArgumentHelp(
            "The id of the node's group, 22 characters. A node keeps its group. A node without group and messages joins the group of its peer by itself.",
            valueName: "id"))
    var group: String?

    @Option(help: "The least severe level to log: trace, debug, info, notice, warning, error or critical.")
    var logLevel = "info"

    func run() async throws {
        guard let level = Logger.Level(rawValue: logLevel) else {
            let levels = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
            throw StartError("--log-level \(logLevel) is not a level. Use one of \(levels).")
        }
        LoggingSystem.bootstrap { label in
            var handler = StreamLogHandler.standardError(label: label)
            handler.logLevel = level
            return handler
        }
        DescriptorLimit.raise()
        do {
            try await node().run()
        } catch {
            throw StartError(error) ?? error
        }
    }

    private func node() async throws -> Node {
        try await Node(nodeConfiguration(), logger: Logger(label: "tidings")) { listener in
            // Not print(): its buffer would delay the line for a program that reads it through a pipe.
            FileHandle.standardOutput.write(Data("listening on http://\(listener)\n".utf8))
        }
    }

    private func nodeConfiguration() throws -> NodeConfiguration {
        NodeConfiguration(
            folder: data,
            mapSizeBytes: try ByteCount(argument: mapSize).bytes,
            newKey: newKey,
            group: try group.map(NodeConfiguration.group),
            listeners: try (listen.isEmpty ? ["localhost:8080"] : listen).flatMap(NodeConfiguration.listeners),
            nodeName: try NodeConfiguration.nodeName(name),
            peers: try NodeConfiguration.peers(peer),
            allowedHosts: try NodeConfiguration.allowedHosts(allowHost),
            checkProcess: CheckProcess()
        )
    }
}
