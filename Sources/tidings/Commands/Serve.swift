import ArgumentParser
import ChatGroup
import ChatServer
import Foundation
import Logging

/// `tidings serve`: runs a node until SIGTERM, SIGINT or SIGHUP.
///
/// The values of options are checked in ``run()`` and not by the argument parser, so that a wrong value is reported in one
/// sentence without the usage.
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Run a node.")

    @Option(help: "The node's data folder.")
    var data = "data"

    @Option(
        help: ArgumentHelp(
            "An address on which to accept requests. Repeat for more. Port 0 chooses a free port. (default: 127.0.0.1:8080 and [::1]:8080)",
            valueName: "host:port"))
    var listen: [String] = []

    @Option(
        help: ArgumentHelp(
            "An address on which to accept encrypted links of peers. Repeat for more. off: never. (default: all interfaces, port 7411, from the first invite or join on)",
            valueName: "host:port"))
    var peerListen: [String] = []

    @Flag(
        help:
            "Neither send beacons nor receive those of other nodes. Members on one network then do not find this node by multicast."
    )
    var noBeacon = false

    @Option(help: "The name of this device, shown with its messages. (default: the machine's name)")
    var name: String?

    @Option(
        help: ArgumentHelp(
            "A node from which to pull messages, as tidings:KEY@host:port for an encrypted link, or as http://host:port. Repeat for more.",
            valueName: "address"))
    var peer: [String] = []

    @Option(
        help: ArgumentHelp("A further host name under which clients and peers reach this node. Repeat for more."))
    var allowHost: [String] = []

    @Option(
        help: ArgumentHelp(
            "The address at which a proxy serves this node, for example https://chat.example.org.", valueName: "url"))
    var publicURL: String?

    @Option(
        help: ArgumentHelp(
            "The IP address of the proxy of --public-url, if it is on another machine. Repeatable.",
            valueName: "address"))
    var proxy: [String] = []

    @Flag(
        help:
            "Let everyone read and write who reaches the node, also over --listen on another address than loopback, and over the proxy of --public-url."
    )
    var open = false

    @Option(
        help: ArgumentHelp(
            "A file whose first line is the password with which others read and write, instead of the one of tidings password.",
            valueName: "file"))
    var passwordFile: String?

    @Option(
        help: ArgumentHelp(
            "A user of this machine who may give commands to this node. Repeat for more. (default: the user who starts it, also with sudo)",
            valueName: "name"))
    var owner: [String] = []

    @Option(
        help:
            "The maximum size of the store, for example 512MiB or 64GiB. The store takes only the disk space that it needs."
    )
    var mapSize = "64GiB"

    @Option(
        help:
            "Do not store messages of peers while the disk has less free space than this. The rest is for messages that are written here. 0 for no reserve."
    )
    var diskReserve = "256MiB"

    @Option(
        help:
            "How much of the messages of a member, and of all whom it has invited, the node takes in a day. What comes beyond that waits. One address of another machine may post as much."
    )
    var memberBytes = "1GiB"

    @Flag(help: "Create a new node key if the key file of the store is lost.")
    var newKey = false

    @Option(help: "The least severe level to log: trace, debug, info, notice, warning, error or critical.")
    var logLevel = "info"

    func run() async throws {
        let (level, configuration) = try checkedOptions()
        LoggingSystem.bootstrap { ProgramLogHandler(label: $0, logLevel: level) }
        if let limit = DescriptorLimit.raise(), limit < DescriptorLimit.minimum {
            throw StartError(
                "This process may open only \(limit) files, and a node needs \(DescriptorLimit.minimum). Raise the limit "
                    + "(ulimit -n, or LimitNOFILE= in a systemd unit) and start again.")
        }
        DamageSignals.installForNode()
        do {
            try await NodeService(
                configuration: configuration, logger: Logger(label: "tidings"), announce: Self.announce
            ).runUntilStopped()
        } catch {
            throw StartError(error) ?? error
        }
    }

    /// Prints where the node listens. On a terminal, prints the address of the owner's web page instead of addresses that only
    /// this machine reaches: a log must not contain a token.
    @Sendable private static func announce(_ listeners: AsyncStream<Listener>, of node: Node) async {
        var hasAddress = false
        let isTerminal = isatty(STDOUT_FILENO) == 1
        for await listener in listeners {
            // The log names the one for phones.
            if listener.purpose == .phones { continue }
            if listener.isForPeers {
                StandardStreams.output("listening for peers on \(listener)")
                continue
            }
            if !isTerminal || !listener.isLoopback {
                StandardStreams.output("listening on http://\(listener)")
            }
            guard isTerminal, !hasAddress, let address = node.ownerAddress() else { continue }
            hasAddress = true
            StandardStreams.output("Open this address in a browser: \(address)")
        }
    }

    /// - Throws: the exit status 64, after the sentence was printed, for a wrong value.
    private func checkedOptions() throws(ExitCode) -> (Logger.Level, NodeConfiguration) {
        do throws(StartError) {
            return (try checkedLogLevel(), try nodeConfiguration())
        } catch {
            throw CommandFailure.wrongValue(error.sentence)
        }
    }

    private func checkedLogLevel() throws(StartError) -> Logger.Level {
        guard let level = Logger.Level(rawValue: logLevel) else {
            let levels = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
            throw StartError("--log-level \(logLevel) is not a level. Use one of \(levels).")
        }
        return level
    }

    private func nodeConfiguration() throws(StartError) -> NodeConfiguration {
        guard !data.isEmpty else { throw StartError("--data has no value. Name the node's data folder.") }
        return NodeConfiguration(
            folder: data,
            mapSizeBytes: try ByteCount(argument: mapSize, of: "--map-size").bytes,
            diskReserveBytes: diskReserve == "0"
                ? 0
                : try ByteCount(argument: diskReserve, of: "--disk-reserve", alternative: ", or 0 for no reserve")
                    .bytes,
            memberBytesPerDay: try ByteCount(argument: memberBytes, of: "--member-bytes").bytes,
            newKey: newKey,
            listeners: try NodeConfiguration.listeners(
                listen.isEmpty ? ["localhost:8080"] : listen, forPeers: peerListen == ["off"] ? [] : peerListen),
            listening: peerListen.isEmpty ? .automatic : peerListen == ["off"] ? .off : .configured,
            hasBeacon: !noBeacon,
            nodeName: try NodeConfiguration.nodeName(name),
            peers: try NodeConfiguration.peers(peer),
            linkPeers: try NodeConfiguration.linkPeers(peer),
            allowedHosts: try NodeConfiguration.allowedHosts(allowHost),
            publicOrigin: try publicURL.map(NodeConfiguration.publicOrigin),
            proxies: try NodeConfiguration.proxies(proxy, of: publicURL),
            isOpen: open,
            password: try passwordFile.map(NodeConfiguration.password),
            owners: try NodeConfiguration.owners(owner),
            openCommand: NodeConfiguration.openCommand(folder: data)
        )
    }
}
