import ArgumentParser
import ChatLink
import ChatModel
import ChatXML

/// `tidings peers`: lists and changes the peers of a running node.
struct Peers: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List and change the peers of the node that runs here.",
        subcommands: [List.self, Rename.self, Pause.self, Resume.self, Remove.self], defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the peers.")

        @OptionGroup var node: RunningNodeOption

        func run() async throws {
            let list = try await CommandFailure.report { try await node.socket.status() }
            if list.entries.isEmpty { StandardStreams.output("This node has no peers. Invite one: tidings invite") }
            for peer in list.entries { StandardStreams.output(peer.line(at: list.now)) }
        }
    }

    struct Rename: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Give a peer another name, on this node only. Without a name, it gets its own back.")

        @OptionGroup var peer: PeerArgument
        @Argument(help: "The new name.") var name: String?

        func run() async throws {
            try await peer.change("rename", name: name)
        }
    }

    struct Pause: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Exchange no messages with a peer until tidings peers resume.")

        @OptionGroup var peer: PeerArgument

        func run() async throws {
            try await peer.change("pause")
        }
    }

    struct Resume: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Exchange messages with a paused peer, or with one that waits for a confirmation after a restore."
        )

        @OptionGroup var peer: PeerArgument

        func run() async throws {
            try await peer.change("resume")
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove a peer. Open invitations end, too.",
            discussion: """
                The peer keeps the messages that it has. If this node has founded the group, or has invited the peer or one above it, all \
                members remove it, and whom it has invited. Otherwise only this node removes it.
                """)

        @OptionGroup var peer: PeerArgument

        func run() async throws {
            try await peer.change("remove")
            StandardStreams.error(
                """
                If this node has founded the group, or has invited the peer or one above it, all members remove it, and whom it has \
                invited. Otherwise only this node has: ask the one who invited it to remove it, too.
                """)
        }
    }
}

/// The option that names a running node.
struct RunningNodeOption: ParsableArguments {
    @Option(help: "The data folder of the running node.")
    var data = "data"

    var socket: AdministrationSocket {
        get throws { try AdministrationSocket(folder: data) }
    }
}

/// The argument that names a peer of a running node.
struct PeerArgument: ParsableArguments {
    @OptionGroup var node: RunningNodeOption
    @Argument(help: "The name of the peer, its key, or the beginning of its key.") var peer: String

    /// Changes the peer, and prints the list's line of it after that.
    func change(_ change: String, name: String? = nil) async throws {
        try await CommandFailure.report {
            let socket = try node.socket
            let key = try Self.key(of: peer, in: try await socket.status())
            _ = try await socket.post("peer", [("peer", "\(key)"), ("change", change), ("name", name)])
            let after = try await socket.status()
            let line = after.entries.first { $0.node == key }?.line(at: after.now)
            StandardStreams.output(line ?? "Removed: \(LinkAddress.scheme)\(key)")
        }
    }

    /// The characters of the beginning of a key, at least.
    private static let leastPrefix = 4

    /// - Throws: ``AdministrationSocket/Failure`` unless exactly one paired peer is meant.
    private static func key(of text: String, in list: PeerList) throws -> PublicKey {
        let text = text.hasPrefix(LinkAddress.scheme) ? String(text.dropFirst(LinkAddress.scheme.count)) : text
        // A name that looks like a key is not considered one: a peer chooses its name itself.
        if let key = try? PublicKey(base64URL: text) { return key }
        let found = list.entries.filter { peer in
            let isKeyPrefix = text.utf8.count >= leastPrefix && peer.node?.base64URL.hasPrefix(text) == true
            return peer.isPaired && (peer.name == text || isKeyPrefix)
        }
        if found.count == 1, let key = found[0].node { return key }
        throw AdministrationSocket.Failure(
            sentence: found.isEmpty
                ? "No paired peer has this name or key: \(text). The list has them: tidings peers"
                : "\(found.count) peers are meant by \(text). Give the key instead; the list has it: tidings peers")
    }
}

extension PeerList.Entry {
    /// The peer in one line: name, state, key or address.
    fileprivate func line(at now: UnixTime) -> String {
        var words = [name?.oneLine(maximumScalars: Limits.shortFieldScalars) ?? "(no name yet)", shownState]
        if let lastPage, state != "in-sync" { words.append("last heard \(Self.age(now - lastPage)) ago") }
        // With the scheme, because a key can begin with a hyphen, as an option does.
        words.append(node.map { "\(LinkAddress.scheme)\($0)" } ?? address)
        if !isPaired { words.append("(--peer \(address))") }
        if !problem.isEmpty { words.append("\n    \(problem)") }
        return words.joined(separator: "  ")
    }

    private var shownState: String {
        switch state {
        case "in-sync": "in sync"
        case "failing": "not reached"
        case "not-stored": "not stored"
        case "this-node": "this node itself"
        case "unconfirmed": "to be confirmed (tidings peers resume, or remove)"
        default: state
        }
    }

    private static func age(_ milliseconds: UInt64) -> String {
        let seconds = milliseconds / 1000
        return switch seconds {
        case ..<120: "\(seconds) s"
        case ..<7200: "\(seconds / 60) min"
        case ..<172_800: "\(seconds / 3600) h"
        default: "\(seconds / 86_400) days"
        }
    }
}
