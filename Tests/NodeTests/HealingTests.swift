import ChatClient
import ChatModel
import ChatStore
import Foundation
import TestSupport
import Testing

@testable import tidings

/// Nodes with damaged messages, whose peers have these messages.
@Suite(.serialized, .timeLimit(.minutes(2)))
struct HealingTests {
    @Test func `a damaged message comes back from a peer, and a node behind gets it with its new id`() async throws {
        let folder = try TemporaryFolder()
        let addresses = try freeAddresses(3)
        let (front, middle, behind) = (folder.path + "/front", folder.path + "/middle", folder.path + "/behind")
        let source = try await RunningNode(front, at: addresses[0])
        for number in 1...20 { try await source.store.post("message \(number)") }
        var damaged = try await RunningNode(middle, peers: [addresses[0]])
        try await damaged.waitForEntries(20)
        let lost = try damaged.store.wholeLog().messages[6]
        try await damaged.stop()
        try damageMessage(7, in: middle)

        // The peer that has the message is away: the damage is noted, and the node behind gets the other messages.
        try await source.stop()
        damaged = try await RunningNode(middle, at: addresses[1], peers: [addresses[0]])
        let reader = try await RunningNode(behind, at: addresses[2], peers: [addresses[1]])
        try await reader.waitForEntries(19)
        try await eventually("the damage is logged once") {
            damaged.logCount(of: "Messages of the store are damaged (number: 1).") == 1
        }
        #expect(try damaged.store.figures().damaged == 1)
        #expect(try !reader.digests.contains(lost.digest))

        let back = try await RunningNode(front, at: addresses[0])
        try await damaged.waitForEntries(21)
        try await reader.waitForEntries(20)
        #expect(try damaged.store.figures().damaged == 0)
        #expect(try damaged.store.figures().healed == 1)
        #expect(try damaged.store.wholeLog().entries.last?.digest == lost.digest)
        try await eventually("the healing is logged once") {
            damaged.logCount(of: "damaged in this node's store: 1.") == 1
        }
        #expect(try reader.digests == back.digests)
        #expect(try damaged.digests == back.digests)
        for node in [reader, damaged, back] { try await node.stop() }
    }

    @Test func `damage that a reader meets heals within seconds, although the puller waits for new messages`()
        async throws
    {
        let folder = try TemporaryFolder()
        let source = try await RunningNode(folder.path + "/source")
        for number in 1...20 { try await source.store.post("message \(number)") }
        let path = folder.path + "/node"
        var node = try await RunningNode(path, peers: [source.address])
        try await node.waitForEntries(20)
        try await node.stop()
        for id: UInt64 in [7, 8] { try damageMessage(id, in: path) }
        node = try await RunningNode(path, peers: [source.address])
        // The puller has searched the store before this request, and would search it again after ten minutes.
        try await eventually("the node waits for new messages") { source.store.commits.waiterCount == 1 }
        #expect(try node.store.figures().damaged == 0)
        let start = ContinuousClock.now
        #expect(try node.store.wholeLog().damaged.count == 2)
        try await node.waitForEntries(22)
        #expect(ContinuousClock.now - start < .seconds(10))
        #expect(try node.digests == source.digests)
        #expect(try node.store.figures().healed == 2)
        for node in [node, source] { try await node.stop() }
    }

    @Test func `damage that the check before a start finds heals within seconds, although nobody reads the message`()
        async throws
    {
        let folder = try TemporaryFolder()
        let source = try await RunningNode(folder.path + "/source")
        for number in 1...20 { try await source.store.post("message \(number)") }
        let path = folder.path + "/node"
        let filled = try await RunningNode(path, peers: [source.address])
        try await filled.waitForEntries(20)
        try await filled.stop()
        try damageMessage(7, in: path)
        try leave("starting", in: path)
        let program = try await Program(serving: path, ["--peer", "\(source.address)"])
        let line = await program.logLine { $0.contains("damaged in this node's store: 1.") }
        #expect(line != nil, "\(program.logLines)")
        await program.terminate()
        let store = try ChatStore(StoreOptions(folder: path))
        #expect(try Set(store.wholeLog().digests) == source.digests)
        #expect(try store.figures().healed == 1)
        try expectSound(store)
        await store.close()
        try await source.stop()
    }

    @Test(arguments: [false, true])
    func `a message whose damaged record is readable again is served once, and the node goes on storing`(isHealed: Bool)
        async throws
    {
        let folder = try TemporaryFolder()
        let source = try await RunningNode(folder.path + "/source")
        for number in 1...20 { try await source.store.post("message \(number)") }
        let path = folder.path + "/node"
        let peers = isHealed ? [source.address] : []
        let filled = try await RunningNode(path, peers: [source.address])
        try await filled.waitForEntries(20)
        try await filled.stop()
        // A bit of the page cache flips, is noticed, and is right again after a restart of the machine.
        try damageMessage(7, in: path)
        let damaged = try await RunningNode(path, peers: peers)
        _ = try damaged.store.wholeLog()
        try await eventually("the damage is noted") {
            let figures = try damaged.store.figures()
            return isHealed ? figures.healed == 1 : figures.damaged == 1
        }
        try await damaged.stop(checksStore: false)
        try damageMessage(7, in: path)

        let program = try await Program(serving: path)
        #expect(await program.logLine { $0.contains("are readable again: 1.") } != nil)
        try await Visitor.visit(try await program.address()) { visitor in
            #expect(try await visitor.post("after").status == 200)
            let page = try await visitor.get("messages.php?view=log&past=0&limit=1000")
            #expect(page.body.components(separatedBy: "message 7<").count - 1 == 1)
            #expect(page.messageCount == 21)
        }
        await program.terminate()
        let store = try ChatStore(StoreOptions(folder: path))
        try expectSound(store)
        #expect(try store.figures().damaged == 0)
        await store.close()
        try await source.stop()
    }

    @Test func `a node logs at each start that it has a damaged message, if no peer has the message`() async throws {
        let folder = try TemporaryFolder()
        let filled = try await RunningNode(folder.path)
        for number in 1...3 { try await filled.store.post("message \(number)") }
        try await filled.stop()
        try damageMessage(2, in: folder.path)
        for start in 1...2 {
            let store = try ChatStore(StoreOptions(folder: folder.path))
            _ = try store.wholeLog()
            _ = try await store.noteDamage()
            await store.close()
            let program = try await Program(serving: folder.path)
            let address = try await program.address()
            let line = await program.logLine {
                $0.contains("damaged messages that are not stored again yet; their number is 1.")
            }
            #expect(line != nil, "start \(start)")
            let status = try await Visitor.visit(address) { try await $0.get("status.xml") }
            #expect(status.body.contains("damaged=\"1\" healed=\"0\""))
            await program.terminate()
        }
    }
}
