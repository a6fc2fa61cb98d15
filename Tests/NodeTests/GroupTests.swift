import ChatClient
import ChatModel
import ChatStore
import TestSupport
import Testing

@testable import tidings

/// Nodes of several groups over loopback.
@Suite(.serialized, .timeLimit(.minutes(2)))
struct GroupTests {
    @Test func `a node stores nothing of a peer of another group, and says so`() async throws {
        let folder = try TemporaryFolder()
        let addresses = try freeAddresses(2)
        let peer = try await RunningNode(folder.path + "/peer", at: addresses[0], founder: Sample.founder)
        try await peer.store.post("of another group")
        let node = try await RunningNode(
            folder.path + "/node", at: addresses[1], peers: [addresses[0]], founder: Sample.otherKey)
        try await eventually("The node gives the notice.") { node.logCount(of: "in the group \(Sample.group)") > 0 }
        #expect(try node.store.wholeLog().texts.isEmpty)
        try await node.stop()
        try await peer.stop()
    }

    @Test func `a node of a group says that a peer without a group accepts nothing, and gives no other advice`()
        async throws
    {
        let folder = try TemporaryFolder()
        let addresses = try freeAddresses(2)
        let member = try await RunningNode(
            folder.path + "/member", at: addresses[0], peers: [addresses[1]], founder: Sample.founder)
        let other = try await RunningNode(folder.path + "/other", at: addresses[1])
        try await other.store.post("of no group")
        try await eventually("The node gives the notice.") { member.logCount(of: "This peer is in no group") > 0 }
        let peer = try #require(PeerID(addresses[1].description))
        try await eventually("The message is passed.") { try member.store.storedPeer(peer).foreign == 1 }
        #expect(try member.store.wholeLog().texts.isEmpty)
        try await other.stop()
        try await member.stop()
    }

    @Test func `a node whose group an earlier version made says so, and keeps its messages to itself`() async throws {
        let folder = try TemporaryFolder()
        let addresses = try freeAddresses(2)
        let former = try await RunningNode(folder.path + "/former", at: addresses[0], founder: Sample.founder)
        try await former.store.post("of the former group")
        try await former.stop()
        try NodeFolder(folder.path + "/former").makeGroupFormer()
        let node = try await RunningNode(folder.path + "/former", at: addresses[0])
        #expect(node.logCount(of: "An earlier version of Tidings made the group of this node.") == 1)
        #expect(try node.store.wholeLog().texts == ["of the former group"])
        let reader = try await RunningNode(folder.path + "/reader", at: addresses[1], peers: [addresses[0]])
        try await node.store.post("of no group")
        try await reader.waitForEntries(1)
        #expect(try reader.store.wholeLog().texts == ["of no group"])
        try await reader.stop()
        try await node.stop()
    }
}
