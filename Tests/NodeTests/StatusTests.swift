import AsyncHTTPClient
import ChatClient
import ChatModel
import ChatStore
import Foundation
import NIOCore
import TestSupport
import Testing

@testable import ChatXML

/// `status.xml` of nodes over loopback.
@Suite(.serialized, .timeLimit(.minutes(2)))
struct StatusTests {
    @Test func `the status shows that two nodes which pull from each other are in sync`() async throws {
        let folder = try TemporaryFolder()
        let addresses = try freeAddresses(2)
        let left = try await RunningNode(folder.path + "/left", at: addresses[0], peers: [addresses[1]])
        let right = try await RunningNode(folder.path + "/right", at: addresses[1], peers: [addresses[0]])
        let start = milliseconds()
        for number in 1...3 { try await left.store.post("\(number)") }
        let status = try await Status(of: left.address) { status in
            status.peer["state"] == "in-sync" && status.peer["confirmed"] == "3"
        }
        #expect(status.peer["address"] == "\(right.address)")
        #expect(status.peer["node"] == "\(right.store.key.publicKey)")
        #expect(status.peer["name"] == "test node")
        #expect(status.peer["behind"] == "0")
        #expect(status.peer["unconfirmed"] == "0")
        #expect(status.peer["refused"] == "0")
        #expect(status.peer["exceptions"] == "0")
        #expect(status.peer["text"] == nil)
        #expect(status.requesters.isEmpty)
        #expect(status.store["messages"] == "3")
        #expect(status.store["high"] == "3")
        for name in ["since", "last-page", "last-in-sync", "last-request"] {
            let time = try #require(status.peer[name].flatMap(UInt64.init))
            #expect((start - 60_000...milliseconds()).contains(time), "\(name)")
        }
        try await left.stop()
        try await right.stop()
    }

    @Test func `two nodes without messages are in sync, and lack nothing`() async throws {
        let folder = try TemporaryFolder()
        let addresses = try freeAddresses(2)
        let left = try await RunningNode(folder.path + "/left", at: addresses[0], peers: [addresses[1]])
        let right = try await RunningNode(folder.path + "/right", at: addresses[1], peers: [addresses[0]])
        let status = try await Status(of: left.address) { status in
            status.peer["state"] == "in-sync" && status.peer["last-request"] != nil
        }
        #expect(status.peer["unconfirmed"] == "0")
        #expect(status.peer["confirmed"] == nil)
        try await left.stop()
        try await right.stop()
    }

    @Test func `the status shows since when and why a killed peer fails, and when it is back`() async throws {
        let folder = try TemporaryFolder()
        let addresses = try freeAddresses(2)
        func startPeer() async throws -> Program {
            try await Program(
                serving: folder.path + "/peer", on: "127.0.0.1:\(addresses[1].port)", ["--peer", "\(addresses[0])"])
        }
        let node = try await RunningNode(folder.path + "/node", at: addresses[0], peers: [addresses[1]])
        let peer = try await startPeer()
        try await node.store.post("confirmed")
        _ = try await Status(of: node.address) { $0.peer["state"] == "in-sync" && $0.peer["confirmed"] == "1" }

        let start = milliseconds()
        peer.send(SIGKILL)
        _ = await peer.exitStatus
        let failing = try await Status(of: node.address) { $0.peer["state"] == "failing" }
        let since = try #require(failing.peer["since"].flatMap(UInt64.init))
        #expect((start - 1000...milliseconds()).contains(since))
        #expect(failing.peer["text"]?.contains("The peer cannot be reached") == true)
        for number in 1...2 { try await node.store.post("unconfirmed \(number)") }
        let later = try await Status(of: node.address) { $0.peer["unconfirmed"] == "2" }
        #expect(later.peer["since"] == "\(since)")
        #expect(later.peer["confirmed"] == "1")

        let back = try await startPeer()
        let status = try await Status(of: node.address) {
            $0.peer["state"] == "in-sync" && $0.peer["unconfirmed"] == "0"
        }
        #expect(status.peer["confirmed"] == "3")
        #expect(status.peer["text"] == nil)
        #expect(try #require(status.peer["since"].flatMap(UInt64.init)) > since)
        await back.terminate()
        try await node.stop()
    }

    @Test func `the status knows a peer that is off after a restart of the node`() async throws {
        let folder = try TemporaryFolder()
        let addresses = try freeAddresses(2)
        let peer = try await RunningNode(folder.path + "/peer", at: addresses[1], peers: [addresses[0]])
        func start() async throws -> RunningNode {
            try await RunningNode(folder.path + "/node", at: addresses[0], peers: [addresses[1]])
        }
        let node = try await start()
        try await node.store.post("confirmed")
        let before = try await Status(of: node.address) { status in
            status.peer["state"] == "in-sync" && status.peer["confirmed"] == "1"
        }
        try await peer.stop()
        try await node.store.post("unconfirmed")
        try await node.stop()
        for _ in 1...2 {
            let again = try await start()
            let status = try await Status(of: again.address) { $0.peer["state"] == "failing" }
            #expect(status.peer["node"] == before.peer["node"])
            #expect(status.peer["name"] == "test node")
            #expect(status.peer["confirmed"] == "1")
            #expect(status.peer["unconfirmed"] == "1")
            #expect(status.peer["behind"] == nil)
            for name in ["last-page", "last-in-sync", "last-request"] {
                let time = try #require(status.peer[name].flatMap(UInt64.init), "\(name)")
                #expect(time <= milliseconds() && time + 60_000 >= milliseconds())
            }
            #expect(status.peer["failure"] == "unreachable")
            try await again.stop()
        }
    }

    @Test func `the status knows a peer after the node was killed`() async throws {
        let folder = try TemporaryFolder()
        let addresses = try freeAddresses(2)
        let data = folder.path + "/node"
        func start() async throws -> Program {
            try await Program(serving: data, on: "127.0.0.1:\(addresses[0].port)", ["--peer", "\(addresses[1])"])
        }
        // No message has this name, so the file has it only when the contact is stored.
        let name = "a rather long name"
        let peer = try await Program(
            serving: folder.path + "/peer", on: "127.0.0.1:\(addresses[1].port)",
            ["--peer", "\(addresses[0])", "--name", name])
        _ = try await peer.address()
        let node = try await start()
        let before = try await Status(of: try await node.address()) { $0.peer["last-request"] != nil }
        try await eventually("the contact is in the file") {
            try Data(contentsOf: URL(filePath: data + "/data.mdb")).range(of: Data(name.utf8)) != nil
        }
        // The file has the contact before its commit has ended. A later commit ends after that.
        _ = try await ChatClient(try await node.address(), http: .shared).add(
            user: "jack", message: "after the contact")
        for program in [peer, node] {
            program.send(SIGKILL)
            _ = await program.exitStatus
        }
        let again = try await start()
        let status = try await Status(of: try await again.address()) { $0.peer["state"] == "failing" }
        #expect(status.peer["node"] == before.peer["node"])
        #expect(status.peer["name"] == name)
        #expect(status.peer["last-page"] != nil && status.peer["last-request"] != nil)
        await again.terminate()
    }

    @Test func `the status lists an unknown requester, and shows no request of a peer that never pulls`() async throws {
        let folder = try TemporaryFolder()
        let source = try await RunningNode(folder.path + "/source")
        let puller = try await RunningNode(folder.path + "/puller", peers: [source.address])
        let pulling = try await Status(of: puller.address) { $0.peer["state"] == "in-sync" }
        #expect(pulling.peer["last-request"] == nil)
        #expect(pulling.peer["confirmed"] == nil)
        #expect(pulling.peer["unconfirmed"] == nil)
        let pulled = try await Status(of: source.address) { !$0.requesters.isEmpty }
        #expect(pulled.peers.isEmpty)
        #expect(pulled.requesters.map { $0["node"] } == ["\(puller.store.key.publicKey)"])
        try await puller.stop()
        try await source.stop()
    }

    @Test func `the status counts a peer's refused messages and exceptions`() async throws {
        let folder = try TemporaryFolder()
        var log = try PeerLog("a message", ids: 1...4)
        let good = log.entries[1].message
        let forged = Message(
            origin: good.origin, group: good.group, stamp: good.stamp, nonce: .random(), fields: good.fields,
            signature: good.signature)
        log.replace(1, with: forged)
        log.replace("<text>", with: "<text>not ", in: 2)
        let peer = try await BadPeer(.answers { [log] request in log.answer(request) })
        let node = try await RunningNode(folder.path + "/node", peers: [peer.address])
        let status = try await Status(of: node.address) {
            $0.peer["state"] == "in-sync" && $0.peer["exceptions"] == "1"
        }
        #expect(status.peer["refused"] == "1")
        #expect(status.peer["name"] == "bad peer")
        #expect(status.store["messages"] == "2")
        try await node.stop()
    }

    @Test func `the status marks the node's own address and an address that never answered`() async throws {
        let folder = try TemporaryFolder()
        let addresses = try freeAddresses(2)
        let node = try await RunningNode(folder.path + "/node", at: addresses[0], peers: addresses)
        let status = try await Status(of: node.address) { status in
            status.peers.map { $0["state"] } == ["this-node", "failing"]
        }
        #expect(status.peers.map { $0["address"] } == addresses.map { "\($0)" })
        #expect(status.peers[1]["last-page"] == nil)
        #expect(status.requesters.isEmpty)
        try await node.stop()
    }

    private func milliseconds() -> UInt64 { SystemTime().wall.milliseconds }
}

/// An answer to a request for `status.xml`.
private struct Status {
    let revision: String
    let store: [String: String]
    /// The attributes of each peer, and its character data under `text`.
    let peers: [[String: String]]
    let requesters: [[String: String]]

    /// The only peer.
    var peer: [String: String] { peers.first ?? [:] }

    /// Waits for a status that matches. Requests again after each change.
    init(of address: NodeAddress, where matches: (Status) -> Bool) async throws {
        var status = try await Status(requestedFrom: address, "0")
        while !matches(status) { status = try await Status(requestedFrom: address, status.revision) }
        self = status
    }

    private init(requestedFrom address: NodeAddress, _ revision: String) async throws {
        let request = HTTPClientRequest(url: "\(address)/status.xml?wait=60&revision=\(revision)")
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(90))
        let bytes = Array(buffer: try await response.body.collect(upTo: 1 << 20))
        let root = try HardenedDocument(bytes).tree()
        self.revision = try #require(root.attributes["revision"])
        store = try #require(root.children.first { $0.name == "store" }).attributes
        peers = root.children.filter { $0.name == "peer" }.map { peer in
            let text = peer.text.isEmpty ? [:] : ["text": String(decoding: peer.text, as: UTF8.self)]
            return peer.attributes.merging(text) { first, _ in first }
        }
        requesters = root.children.filter { $0.name == "requester" }.map(\.attributes)
    }
}
