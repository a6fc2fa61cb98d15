import ArgumentParser
import ChatModel
import ChatXML
import Foundation

/// `tidings members`: lists and changes the members of the group of a running node.
struct Members: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List and change the members of the group of the node that runs here.",
        subcommands: [
            List.self, Rename.self, Pause.self, Resume.self, LetIn.self, Hide.self, Unhide.self, Remove.self, Keep.self,
            Leave.self,
        ], defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the members, and the removed ones.")

        @OptionGroup var node: RunningNodeOption
        @Flag(help: "Print keys, addresses and problems, too.") var details = false
        @Flag(help: "Print the list as JSON. Times are milliseconds since 1970.") var json = false
        @Flag(help: "Print the history: invitations, removals, sessions and passwords, the oldest first.")
        var history = false

        func run() async throws {
            if history { return try await printHistory() }
            let list = try await CommandFailure.report { try await node.socket.status() }
            guard json else { return StandardStreams.output(list.text(details: details)) }
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            StandardStreams.output(String(decoding: try encoder.encode(list), as: UTF8.self))
        }

        private func printHistory() async throws {
            let (list, history) = try await CommandFailure.report {
                let socket = try node.socket
                return (try await socket.status(), try History(reading: try await socket.post("history", [])))
            }
            for act in history.acts { StandardStreams.output(list.line(of: act)) }
        }
    }

    struct Rename: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Give a member another name, on this node only. Without a name, it gets its own back.",
            discussion: """
                With --user, the name is that of a person: it is shown in the page instead of the one that this person writes under on \
                the member's node.
                """)

        @OptionGroup var member: MemberArgument
        @Argument(help: "The new name.") var name: String?
        @Option(help: "The name under which the person writes there.") var user: String?

        func run() async throws {
            try await member.change("rename", [("name", name), ("user", user)], mayBeRemoved: user != nil)
        }
    }

    struct Pause: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Exchange no messages with a member until tidings members resume.")

        @OptionGroup var member: MemberArgument

        func run() async throws { try await member.change("pause") }
    }

    struct Resume: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract:
                "Exchange messages with a paused member, or with one that waits for a confirmation after a restore."
        )

        @OptionGroup var member: MemberArgument

        func run() async throws { try await member.change("resume") }
    }

    struct LetIn: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "let-in",
            abstract: "Take in waiting messages of a member, up to --member-bytes.",
            discussion:
                "This node takes in only so much of the messages of a member in a day (tidings serve --member-bytes); the others wait."
        )

        @OptionGroup var member: MemberArgument

        func run() async throws { try await member.change("let-in", mayBeRemoved: true) }
    }

    struct Hide: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Hide the messages of a member, or of a removed one, from everyone who reads on this node.",
            discussion: """
                The other members get the messages from this node as before, unless you give --drop: then they \
                get only the proofs from here, and need the values from another member.
                """)

        @OptionGroup var member: MemberArgument
        @Flag(help: "Also erase the messages from the disk, and later ones as they come. They cannot be brought back.")
        var drop = false

        func run() async throws {
            try await member.change("hide", [("drop", drop ? "yes" : nil)], mayBeRemoved: true)
        }
    }

    struct Unhide: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show the messages of a hidden member again. Those that --drop has erased do not come back.")

        @OptionGroup var member: MemberArgument

        func run() async throws { try await member.change("unhide", mayBeRemoved: true) }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove a member. Open invitations of this node end, too.",
            discussion: """
                If this node has founded the group, or has invited the member or one above it, all members remove it, and whom it has \
                invited. Otherwise only this node removes it. The removed member keeps the messages that it has.
                """)

        @OptionGroup var member: MemberArgument
        @Option(help: "A member that would go, too, and stays: this node invites it itself. Repeatable.")
        var stay: [String] = []
        @Flag(help: "Only print what would happen.") var dryRun = false
        @Flag(help: "Remove also those whom the member has invited.") var all = false

        func run() async throws {
            try await CommandFailure.report {
                let socket = try member.node.socket
                let list = try await socket.status()
                // Whoever has left may still admit others.
                let removed = try list.known(member.name)
                let below = removed.standing.losses.filter { $0 != removed.key }
                let staying = try stay.map { name in
                    let key = try list.member(name).key
                    guard below.contains(key) else {
                        throw AdministrationSocket.Failure(sentence: "--stay \(name): this member does not go anyway.")
                    }
                    return key
                }
                let others = below.filter { !staying.contains($0) }
                let preview = list.preview(ofRemoving: removed, others: others, staying: staying)
                StandardStreams.output(preview)
                if !dryRun, !others.isEmpty, stay.isEmpty, !all {
                    throw AdministrationSocket.Failure(
                        sentence:
                            "Nothing was changed. Add --all to remove them all, or --stay NAME for each who stays.")
                }
                guard !dryRun else { return }
                try await socket.change(
                    removed.key, "remove", [("stay", staying.map(\.description).joined(separator: " "))])
                StandardStreams.output("Removed.")
            }
        }
    }

    struct Keep: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Exchange messages with a removed member again, on this node only.",
            discussion:
                "If it becomes a member again, and is then removed, it is removed here, too. To make it a member, invite it."
        )

        @OptionGroup var member: MemberArgument

        func run() async throws {
            try await CommandFailure.report {
                let socket = try member.node.socket
                let removed = try await socket.status().removedMember(member.name)
                try await socket.change(removed.key, "keep")
                StandardStreams.output(try await socket.status().line(of: removed.key))
            }
        }
    }

    struct Leave: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Leave the group. This node keeps its messages.",
            discussion: """
                The other members exchange no more messages with this node as soon as they know. Let it run until one of them has heard \
                (tidings members). Whom this node has invited stays. To come back, join with a new invitation. To join \
                another group, start a node with a new --data folder.
                """)

        @OptionGroup var node: RunningNodeOption

        func run() async throws {
            try await CommandFailure.report {
                let socket = try node.socket
                _ = try await socket.post("leave", [])
                StandardStreams.output(
                    "This node has left its group. Let it run until another member has heard it: tidings members")
            }
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

/// The argument that names a member of the group of a running node.
struct MemberArgument: ParsableArguments {
    @OptionGroup var node: RunningNodeOption
    @Argument(help: "The name of the member, its key, or the beginning of its key.") var name: String

    /// Changes the member, and prints the list's line of it after that.
    ///
    /// - Parameter mayBeRemoved: whether a removed member may be meant.
    func change(
        _ change: String, _ parameters: [(name: String, value: String?)] = [], mayBeRemoved: Bool = false
    ) async throws {
        try await CommandFailure.report {
            let socket = try node.socket
            let list = try await socket.status()
            let key = try (mayBeRemoved ? list.known(name) : list.member(name)).key
            try await socket.change(key, change, parameters)
            StandardStreams.output(try await socket.status().line(of: key))
        }
    }
}

extension AdministrationSocket {
    fileprivate func change(
        _ key: PublicKey, _ change: String, _ parameters: [(name: String, value: String?)] = []
    ) async throws {
        _ = try await post("peer", [("peer", "\(key)"), ("change", change)] + parameters)
    }
}
