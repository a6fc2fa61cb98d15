import ArgumentParser

/// `tidings same`: says that another member is the same person as the node that runs here.
struct Same: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Say that another member of the group is the same person as this node.",
        discussion: """
            For somebody with several devices. Give the command on both nodes, each with the name of the other one: then everybody in the \
            group sees one person. What one has read on one device is not read on the other.
            """)

    @OptionGroup var member: MemberArgument
    @Flag(help: "Say that it is not the same person, or not any more.") var not = false

    func run() async throws { try await member.change(not ? "not-same" : "same") }
}
