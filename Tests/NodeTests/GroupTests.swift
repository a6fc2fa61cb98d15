import ChatModel
import ChatStore
import TestSupport
import Testing

@testable import tidings

/// Nodes of several groups over loopback, and the flag `--group`.
@Suite(.serialized, .timeLimit(.minutes(2)))
struct GroupTests {
    @Test func `a node stores nothing of a peer of another group, and says so`() async throws {
        let folder = try TemporaryFolder()
        let addresses = try freeAddresses(2)
        let peer = try await RunningNode(folder.path + "/peer", at: addresses[0], group: Sample.group)
        try await peer.store.post("of another group")
        let node = try await RunningNode(
            folder.path + "/node", at: addresses[1], peers: [addresses[0]], group: Sample.otherGroup)
        try await eventually("The node gives the notice.") { node.logCount(of: "in the group \(Sample.group)") > 0 }
        #expect(try node.store.messageCount() == 0)
        try await node.stop()
        try await peer.stop()
    }

    @Test func `a node of a group says that a peer without a group accepts nothing, and gives no other advice`()
        async throws
    {
        let folder = try TemporaryFolder()
        let addresses = try freeAddresses(2)
        let member = try await RunningNode(
            folder.path + "/member", at: addresses[0], peers: [addresses[1]], group: Sample.group)
        let other = try await RunningNode(folder.path + "/other", at: addresses[1])
        try await other.store.post("of no group")
        try await member.waitForEntries(1)
        try await eventually("The node gives the notice.") { member.logCount(of: "This peer is in no group") > 0 }
        try await other.stop()
        try await member.stop()
    }

    @Test func `a node that joins the group of one peer says that another one, without a group, accepts nothing`()
        async throws
    {
        let folder = try TemporaryFolder()
        let addresses = try freeAddresses(3)
        let other = try await RunningNode(folder.path + "/other", at: addresses[0])
        let joining = try await RunningNode(
            folder.path + "/joining", at: addresses[2], peers: [addresses[0], addresses[1]])
        let member = try await RunningNode(folder.path + "/member", at: addresses[1], group: Sample.group)
        try await member.store.post("from the member")
        try await eventually("The node joins.") { joining.logCount(of: "joined the group \(Sample.group)") == 1 }
        try await other.store.post("of no group")
        try await eventually("The node gives the notice.") { joining.logCount(of: "This peer is in no group") == 1 }
        for node in [member, joining, other] { try await node.stop() }
    }

    @Test func `an empty node joins the group of its peer and posts in it`() async throws {
        let folder = try TemporaryFolder()
        let addresses = try freeAddresses(2)
        let member = try await RunningNode(
            folder.path + "/member", at: addresses[0], peers: [addresses[1]], group: Sample.group)
        try await member.store.post("from the member")
        let joining = try await RunningNode(folder.path + "/joining", at: addresses[1], peers: [addresses[0]])
        try await joining.waitForEntries(1)
        try await joining.store.post("from the new node")
        try await member.waitForEntries(2)
        #expect(try member.store.wholeLog().messages.map(\.group) == [Sample.group, Sample.group])
        #expect(joining.logCount(of: "joined the group \(Sample.group)") == 1)
        try await joining.stop()
        try await member.stop()
    }

    @Test func `the program sets a group once, shows it, and does not start with another one`() async throws {
        let folder = try TemporaryFolder()
        for arguments in [["--group", "\(Sample.group)"], [], ["--group", "\(Sample.group)"]] {
            let program = try await Program(serving: folder.path, arguments)
            try await Visitor.visit(try await program.address()) { visitor in
                for path in ["status.xml", "messages.php?view=chat"] {
                    let answer = try await visitor.get(path)
                    #expect(answer.body.contains(" group=\"\(Sample.group)\""), "\(answer.body)")
                }
            }
            await program.terminate()
        }
        let other = try await Program(serving: folder.path, ["--group", "\(Sample.otherGroup)"])
        #expect(await other.exitStatus == 64)
        let errors = await other.errors
        for words in ["belongs to the group \(Sample.group)", "--group \(Sample.otherGroup)", "--data"] {
            #expect(errors.contains(words), "\(errors)")
        }
    }
}
