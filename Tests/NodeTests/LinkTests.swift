import AsyncHTTPClient
import ChatClient
import ChatGroup
import ChatLink
import ChatModel
import ChatStore
import ChatXML
import Foundation
import TestSupport
import Testing

@testable import tidings

/// Real nodes that pull from one another over encrypted links.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct LinkTests {
    /// A node's folder, its key, and the ports that it is given.
    private struct PlannedNode {
        let folder: String
        let key: PublicKey
        var port: Int

        var address: String { "tidings:\(key)@127.0.0.1:\(port)" }
    }

    /// Makes folders with node keys.
    private func plan(_ count: Int, in folder: borrowing TemporaryFolder) async throws -> [PlannedNode] {
        var planned: [PlannedNode] = []
        for (number, address) in try freeAddresses(count).enumerated() {
            let path = "\(folder.path)/\(number)"
            let store = try ChatStore(StoreOptions(folder: path))
            planned.append(PlannedNode(folder: path, key: store.key.publicKey, port: address.port))
            await store.close()
        }
        return planned
    }

    /// Starts the program with a listener for peers, and with links to peers.
    private func start(_ planned: PlannedNode, peers: [String], _ more: [String] = []) async throws -> Program {
        try await Program(
            serving: planned.folder,
            ["--peer-listen", "127.0.0.1:\(planned.port)"] + peers.flatMap { ["--peer", $0] } + more)
    }

    private func post(_ text: String, at program: Program) async throws {
        _ = try await ChatClient(program.address(), http: .shared).add(user: "jack", message: text)
    }

    private func expectTexts(
        _ texts: Set<String>, at program: Program, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let client = ChatClient(try await program.address(), http: .shared)
        try await eventually("The node has \(texts).", within: .seconds(20), sourceLocation: sourceLocation) {
            let page = try await client.messages()
            let fields = page.messages.flatMap(\.fields)
            return Set(fields.filter { $0.name == .text }.compactMap { $0.value?.description }) == texts
        }
    }

    @Test func `two nodes that name each other's keys exchange messages, also after restarts at other addresses`()
        async throws
    {
        let folder = try TemporaryFolder()
        var planned = try await plan(2, in: folder)
        var free = try freeAddresses(2)
        var anna = try await start(planned[0], peers: [planned[1].address])
        var ben = try await start(planned[1], peers: [planned[0].address])
        try await post("from anna", at: anna)
        try await post("from ben", at: ben)
        for node in [anna, ben] { try await expectTexts(["from anna", "from ben"], at: node) }
        await anna.terminate()
        await ben.terminate()

        for index in planned.indices { planned[index].port = free.removeFirst().port }
        let debug = ["--log-level", "debug"]
        anna = try await start(planned[0], peers: [planned[1].address], debug)
        ben = try await start(planned[1], peers: [planned[0].address], debug)
        for node in [anna, ben] {
            // The cursor is that of the key: the first request goes on after the two messages of before.
            let line = try #require(await node.logLine { $0.contains("The peer answered a pull") })
            #expect(line.contains("after(2, "), "\(line)")
        }
        try await post("again from anna", at: anna)
        try await post("again from ben", at: ben)
        for node in [anna, ben] {
            try await expectTexts(["from anna", "from ben", "again from anna", "again from ben"], at: node)
            await node.terminate()
        }
    }

    @Test func `several addresses of a peer are tried, and one that is dead does no harm`() async throws {
        let folder = try TemporaryFolder()
        let planned = try await plan(2, in: folder)
        let dead = try freeAddresses(1)[0].port
        let anna = try await start(
            planned[0], peers: ["tidings:\(planned[1].key)@127.0.0.1:\(dead)", planned[1].address])
        let ben = try await start(planned[1], peers: [planned[0].address])
        try await post("from ben", at: ben)
        try await expectTexts(["from ben"], at: anna)
        let status = try await Visitor.visit(anna.address()) { try await $0.get("status.xml").body }
        #expect(
            status.contains("address=\"tidings:\(planned[1].key)@127.0.0.1:\(dead),127.0.0.1:\(planned[1].port)\""))
        #expect(status.contains("node=\"\(planned[1].key)\""))
        try await eventually("The peer's requests are proven.") {
            try await Visitor.visit(anna.address()) { try await $0.get("status.xml").body }.contains("proven=\"yes\"")
        }
        await anna.terminate()
        await ben.terminate()
    }

    @Test func `a capture of the connection has no word of a message, of a name, or of HTTP`() async throws {
        let folder = try TemporaryFolder()
        let planned = try await plan(2, in: folder)
        let relays = [try await Relay(to: planned[0].port), try await Relay(to: planned[1].port)]
        let anna = try await start(
            planned[0], peers: ["tidings:\(planned[1].key)@127.0.0.1:\(relays[1].port)"], ["--name", "annas-kitchen"])
        let ben = try await start(planned[1], peers: ["tidings:\(planned[0].key)@127.0.0.1:\(relays[0].port)"])
        try await post("meet me at the old harbour", at: anna)
        try await expectTexts(["meet me at the old harbour"], at: ben)
        for node in [anna, ben] { await node.terminate() }
        for relay in relays {
            let bytes = relay.bytes
            #expect(bytes.count > 1000)
            for word in ["harbour", "annas-kitchen", "jack", "messages.php", "HTTP/1.1", "<chat", "\(planned[0].key)"] {
                #expect(bytes.firstRange(of: Array(word.utf8)) == nil, "\(word)")
            }
            try await relay.close()
        }
    }

    // MARK: Sentences

    @Test func `the log says why a link does not come about`() async throws {
        let folder = try TemporaryFolder()
        let planned = try await plan(3, in: folder)
        // Knows nobody.
        let ben = try await start(planned[1], peers: [])
        let clients = try await ben.address().port
        let stranger = SigningKey().publicKey
        let anna = try await start(
            planned[0],
            peers: [
                planned[1].address, "tidings:\(stranger)@127.0.0.1:\(planned[1].port)",
                "tidings:\(SigningKey().publicKey)@127.0.0.1:\(clients)", planned[2].address,
            ])
        let sentences = [
            "The node there does not know this node's key. Ask its owner for an invitation.",
            "The peer cannot be reached: another node answers there, with the key \(planned[1].key).",
            "The peer cannot be reached: the program there speaks plain HTTP or a TLS older than 1.3",
            "The peer cannot be reached: connection refused.",
        ]
        for sentence in sentences {
            #expect(await anna.logLine { $0.contains(sentence) } != nil, "\(sentence)")
        }
        #expect(await ben.logLine { $0.contains("this node knows no key") } != nil)
        #expect(await ben.logLine { $0.contains("--peer \(planned[1].address)") } != nil)
        for node in [anna, ben] { await node.terminate() }
    }

    @Test func `a peer over plain HTTP at the port for peers is told what the port is for`() async throws {
        let folder = try TemporaryFolder()
        let planned = try await plan(1, in: folder)
        let ben = try await start(planned[0], peers: [])
        _ = try await ben.address()
        let anna = try await Program(
            serving: folder.path + "/anna", ["--peer", "http://127.0.0.1:\(planned[0].port)"])
        let sentence = "The peer answered 400: “This port is for peers, which use TLS."
        #expect(await anna.logLine { $0.contains(sentence) } != nil)
        for node in [anna, ben] { await node.terminate() }
    }

    // MARK: Removal

    @Test func `a peer that is removed is cut off within a second, and says why`() async throws {
        let folder = try TemporaryFolder()
        let planned = try await plan(2, in: folder)
        let port = try freeAddresses(1)[0].port
        let own = try LinkAddress("tidings:\(planned[1].key)@127.0.0.1:\(port)")
        let node = try await RunningNode(planned[0].folder, links: [own], peerPort: planned[0].port)
        let ben = try await start(planned[1], peers: [planned[0].address])
        try await node.store.post("before")
        try await expectTexts(["before"], at: ben)
        node.node.administration.keys.set(.removed, for: planned[1].key)
        func status() async throws -> String {
            try await Visitor.visit(ben.address()) { try await $0.get("status.xml").body }
        }
        try await eventually("The link is cut.", within: .seconds(1)) {
            try await status().contains("state=\"failing\"")
        }
        try await node.store.post("after")
        try await eventually("The status says why.", within: .seconds(10)) {
            try await status().contains("The peer's owner has removed this node.")
        }
        try await expectTexts(["before"], at: ben)
        await ben.terminate()
        try await node.stop()
    }

    // MARK: Clients

    @Test(.enabled(if: NetworkNamespaces.isAllowed))
    func `a node with links refuses its log to other machines over plain HTTP, and says what to do`() async throws {
        let folder = try TemporaryFolder()
        let planned = try await plan(2, in: folder)
        let link = HostLink(index: 0, first: 0, second: 1)
        try await NetworkNamespaces.with(2, links: [link]) { network in
            let here = network.names[0]
            func status(
                of view: String, from host: Int, at address: String, _ options: [String] = []
            ) async throws -> String {
                try await Command.run(
                    ["ip", "netns", "exec", network.names[host], "curl", "-s", "-w", "%{http_code}"]
                        + options + ["http://\(address):8080/messages.php?view=\(view)"])
            }
            for (peer, isRefused) in [(planned[1].address, true), ("http://10.77.0.2:8080", false)] {
                let peers = [planned[1].address, peer].flatMap { ["--peer", $0] }
                let node = try await Program(
                    serving: planned[0].folder, on: "0.0.0.0:8080", ["--peer-listen", "0.0.0.0:7411"] + peers,
                    inNamespace: here)
                _ = try await node.address()
                let remote = try await status(of: "log", from: 1, at: link.address(of: 0))
                #expect(remote.hasSuffix(isRefused ? "403" : "200"), "\(remote)")
                #expect(remote.contains("code=\"pairing-required\"") == isRefused)
                #expect(try await status(of: "chat", from: 1, at: link.address(of: 0)).hasSuffix("200"))
                #expect(try await status(of: "log", from: 0, at: "127.0.0.1").hasSuffix("200"))
                for field in ["Forwarded: for=10.77.0.2", "Via: 1.1 proxy", "X-Forwarded-For: 10.77.0.2"] {
                    let proxied = try await status(of: "log", from: 0, at: "127.0.0.1", ["-H", field])
                    #expect(proxied.contains("code=\"pairing-required\"") == isRefused, "\(field)")
                }
                let notice = node.logLines.contains { $0.contains("This keeps nothing secret") }
                #expect(notice == isRefused)
                await node.terminate()
            }
        }
    }
}
