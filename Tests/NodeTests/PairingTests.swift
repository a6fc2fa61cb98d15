import AsyncHTTPClient
import ChatClient
import ChatLink
import ChatModel
import ChatStore
import ChatXML
import Foundation
import Subprocess
import SystemPackage
import TestSupport
import Testing

@testable import ChatGroup
@testable import tidings

/// Real nodes that are paired by the commands `invite` and `join`.
@Suite(.serialized, .timeLimit(.minutes(4)))
struct PairingTests {
    /// The outcome of a command.
    private struct Outcome {
        let isSuccess: Bool
        let output: String
        let errors: String
    }

    private func tidings(_ words: String..., data: String, input: String = "") async throws -> Outcome {
        try await tidings(words, data: data, input: input)
    }

    private func tidings(_ words: [String], data: String, input: String = "") async throws -> Outcome {
        try await run(words + ["--data", data], input: input)
    }

    private func run(_ words: [String], input: String = "") async throws -> Outcome {
        let result = try await Subprocess.run(
            .path(.init(Program.built.path)), arguments: Arguments(words), input: .string(input),
            output: .string(limit: 1 << 20), error: .string(limit: 1 << 20))
        return Outcome(
            isSuccess: result.terminationStatus.isSuccess, output: result.standardOutput,
            errors: result.standardError)
    }

    /// Starts a node that listens for peers on a port of 127.0.0.1.
    private func start(_ folder: String, port: Int, _ more: [String] = []) async throws -> Program {
        let program = try await Program(serving: folder, ["--peer-listen", "127.0.0.1:\(port)"] + more)
        _ = try await program.address()
        return program
    }

    /// Makes an invitation and returns its link.
    private func invite(_ data: String, _ more: String...) async throws -> String {
        let outcome = try await run(["invite", "--data", data] + more)
        #expect(outcome.isSuccess, "\(outcome)")
        let link = outcome.output.split(separator: "'").first { $0.hasPrefix("tidings:") }
        return String(try #require(link))
    }

    private func post(_ text: String, at program: Program) async throws {
        _ = try await ChatClient(program.address(), http: .shared).add(user: "jack", message: text)
    }

    private func texts(at program: Program) async throws -> Set<String> {
        let page = try await ChatClient(program.address(), http: .shared).messages()
        let fields = page.messages.flatMap(\.fields)
        return Set(fields.filter { $0.name == .text }.compactMap { $0.value?.description })
    }

    private func expectTexts(
        _ expected: Set<String>, at program: Program, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await eventually("The node has \(expected).", within: .seconds(20), sourceLocation: sourceLocation) {
            try await texts(at: program) == expected
        }
    }

    private func ports(_ count: Int) throws -> [Int] { try freeAddresses(count).map(\.port) }

    // MARK: Joining

    @Test func `two fresh nodes are paired by one line each, and stay paired after they were killed`() async throws {
        let folder = try TemporaryFolder()
        let (a, b) = (folder.path + "/a", folder.path + "/b")
        let ports = try ports(2)
        var anna = try await start(a, port: ports[0], ["--name", "anna"])
        var ben = try await start(b, port: ports[1], ["--name", "ben"])
        let link = try await invite(a)
        // The whole line that invite has printed is accepted, so that it can be pasted.
        let joined = try await tidings(
            "join", data: b, input: "Hello,\n\n> \(link.prefix(60))\n> \(link.dropFirst(60)).\n")
        #expect(joined.isSuccess && joined.output.contains("exchanges messages with “anna”"), "\(joined)")
        #expect(await anna.logLine { $0.contains("A node has joined") && $0.contains("name=ben") } != nil)
        #expect(await ben.logLine { $0.contains("joined a group") && $0.contains("name=anna") } != nil)
        try await post("from anna", at: anna)
        try await post("from ben", at: ben)
        for node in [anna, ben] { try await expectTexts(["from anna", "from ben"], at: node) }

        for node in [anna, ben] { node.send(SIGKILL) }
        #expect(await anna.exitStatus == SIGKILL)
        #expect(await ben.exitStatus == SIGKILL)
        // The killed node has left its socket. A command notices at once that no process listens there.
        let killed = ContinuousClock.now
        let stopped = try await tidings("members", data: a)
        #expect(stopped.errors.contains("No node runs with the folder"), "\(stopped)")
        #expect(ContinuousClock.now - killed < .seconds(5))
        anna = try await start(a, port: ports[0])
        ben = try await start(b, port: ports[1], ["--name", "ben"])
        try await post("after the kill", at: anna)
        for node in [anna, ben] { try await expectTexts(["from anna", "from ben", "after the kill"], at: node) }
        let list = try await tidings("members", data: a)
        #expect(list.output.contains("ben") && list.output.contains("in sync"), "\(list)")
        for node in [anna, ben] { await node.terminate() }
    }

    @Test func `a join that cannot be says exactly why`() async throws {
        let folder = try TemporaryFolder()
        let (a, b, c) = (folder.path + "/a", folder.path + "/b", folder.path + "/c")
        let ports = try ports(4)
        let anna = try await start(a, port: ports[0])
        let ben = try await start(b, port: ports[1])
        let carl = try await start(c, port: ports[2])
        let link = try await invite(a)
        let invitation = try Invitation(link)
        func expect(
            _ sentence: String, _ link: String, at data: String = b, sourceLocation: SourceLocation = #_sourceLocation
        ) async throws {
            let outcome = try await tidings("join", link, data: data)
            #expect(!outcome.isSuccess && outcome.output.isEmpty, sourceLocation: sourceLocation)
            #expect(outcome.errors.contains(sentence), "\(outcome)", sourceLocation: sourceLocation)
        }
        func changed(
            key: PublicKey? = nil, ports: [Int]? = nil, group: ChatModel.GroupID? = nil, secret: InvitationSecret? = nil
        ) -> String {
            let places = ports.map { $0.map { HostPort(host: "127.0.0.1", port: $0) } } ?? invitation.peer.places
            return Invitation(
                peer: LinkPeer(key: key ?? invitation.peer.key, places: places), group: group ?? invitation.group,
                secret: secret ?? invitation.secret
            ).description
        }
        try await expect("This node has made this invitation itself.", link, at: a)
        try await expect("The invitation is incomplete or wrong", String(link.dropLast(3)))
        try await expect("does not know this invitation", changed(secret: .random()))
        try await expect("in another group than its invitation", changed(group: Sample.group))
        try await expect("another node answers there", changed(key: SigningKey().publicKey))
        // Each address has its reason: nobody listens at one, and at the other listens a client's port.
        let clientPort = try await ben.address().port
        let unreachable = try await tidings("join", changed(ports: [ports[3], clientPort]), data: b)
        let lines = unreachable.errors.split(separator: "\n")
        #expect(lines.count == 3, "\(unreachable)")
        #expect(lines.first?.hasPrefix("Error: The inviting node cannot be reached. Check that it runs") == true)
        #expect(lines.contains("At 127.0.0.1:\(ports[3]): connection refused."), "\(unreachable)")
        let plainHTTP = "At 127.0.0.1:\(clientPort): the program there speaks plain HTTP"
        #expect(lines.contains { $0.hasPrefix(plainHTTP) }, "\(unreachable)")
        // None of the refused attempts has spent the one use.
        #expect(try await tidings("join", link, data: b).isSuccess)
        #expect(try await tidings("join", link, data: b).isSuccess, "the same node joins again")
        try await expect("was used as often as it can be", link, at: c)
        // A node with messages, and one of another group.
        try await post("mine", at: carl)
        let second = try await invite(a)
        try await expect("Messages on this node: 1.", second, at: c)
        #expect(try await tidings("join", "--carry", second, data: c).isSuccess)
        try await expectTexts(["mine"], at: anna)
        let dora = try await start(folder.path + "/d", port: ports[3])
        try await expect("run a second node", try await invite(folder.path + "/d"))
        for node in [anna, ben, carl, dora] { await node.terminate() }
    }

    @Test func `of two nodes that join with one use at once, one joins`() async throws {
        let folder = try TemporaryFolder()
        let names = ["a", "b", "c"].map { "\(folder.path)/\($0)" }
        var nodes: [Program] = []
        for (name, port) in zip(names, try ports(3)) { nodes.append(try await start(name, port: port)) }
        let link = try await invite(names[0])
        async let one = tidings("join", link, data: names[1])
        async let other = tidings("join", link, data: names[2])
        let outcomes = try await [one, other]
        #expect(outcomes.count(where: \.isSuccess) == 1, "\(outcomes)")
        #expect(outcomes.count { $0.errors.contains("was used as often as it can be") } == 1, "\(outcomes)")
        for node in nodes { await node.terminate() }
    }

    // MARK: Peers

    @Test func `a peer is renamed, paused, resumed and removed, and is cut off within a second`() async throws {
        let folder = try TemporaryFolder()
        let (a, b) = (folder.path + "/a", folder.path + "/b")
        let ports = try ports(2)
        let anna = try await start(a, port: ports[0], ["--name", "anna"])
        let ben = try await start(b, port: ports[1], ["--name", "ben"])
        let link = try await invite(a, "--uses", "5")
        #expect(try await tidings("join", link, data: b).isSuccess)
        try await post("before", at: anna)
        try await expectTexts(["before"], at: ben)

        #expect(try await tidings("members", "rename", "ben", "Ben's laptop", data: a).output.hasPrefix("Ben's laptop"))
        #expect(try await tidings("members", "pause", "Ben's laptop", data: a).output.contains("paused"))
        // Only a person ends the pause, and a name that looks like a key names nobody else.
        let joined = try await tidings("join", try await invite(a), data: b)
        #expect(joined.errors.contains("has paused this node"), "\(joined)")
        #expect(try await tidings("members", data: a).output.contains("paused"))
        #expect(try await tidings("members", "resume", "", data: a).isSuccess == false)
        try await post("while paused", at: anna)
        try await expectStatus("has paused the exchange with this node", at: ben)
        #expect(try await texts(at: ben) == ["before"])
        #expect(try await tidings("members", "resume", "Ben's laptop", data: a).isSuccess)
        try await expectTexts(["before", "while paused"], at: ben)

        let removed = try await tidings("members", "remove", "Ben's laptop", data: a)
        #expect(removed.output.contains("All members remove Ben's laptop"), "\(removed)")
        try await eventually("The link is cut.", within: .seconds(1)) {
            try await status(at: ben).contains("state=\"failing\"")
        }
        try await post("after", at: anna)
        try await expectStatus("The peer's owner has removed this node.", at: ben)
        // Anna's node has sent it nothing since, but says why it refuses.
        try await expectStatus(" removed-by=", at: ben)
        #expect(try await texts(at: ben) == ["before", "while paused"])
        let again = try await tidings("join", link, data: b)
        #expect(again.errors.contains("a peer was removed"), "\(again)")
        let unknown = try await tidings("members", "pause", "stranger", data: a)
        #expect(!unknown.isSuccess && unknown.errors.contains("Nobody in the list has this name or key: stranger"))
        // A new invitation lets the same node back, from its cursor on.
        #expect(try await tidings("join", try await invite(a), data: b).isSuccess)
        try await expectTexts(["before", "while paused", "after"], at: ben)
        for node in [anna, ben] { await node.terminate() }
    }

    @Test func `a removal is shown before it is done, and the list says who has heard of it and of a leaver`()
        async throws
    {
        let folder = try TemporaryFolder()
        let names = ["anna", "ben", "cara", "dan"]
        let folders = names.map { "\(folder.path)/\($0)" }
        let ports = try ports(4)
        var nodes: [Program] = []
        for index in names.indices {
            nodes.append(try await start(folders[index], port: ports[index], ["--name", names[index]]))
        }
        // Anna invites Ben, Ben Cara, and Cara Dan.
        for index in 1..<4 {
            #expect(try await tidings("join", try await invite(folders[index - 1]), data: folders[index]).isSuccess)
        }
        func list(_ index: Int) async throws -> String {
            let outcome = try await tidings("members", data: folders[index])
            return outcome.output
        }
        func expectList(_ words: String, at index: Int, sourceLocation: SourceLocation = #_sourceLocation) async throws
        {
            try await eventually("The list says: \(words)", within: .seconds(30), sourceLocation: sourceLocation) {
                try await list(index).contains(words)
            }
        }
        try await expectList("anna  this node  founded the group", at: 0)
        for words in [
            "ben  online  in sync  invited by this node", "cara  online  in sync  invited by ben", "dan  online",
        ] {
            try await expectList(words, at: 0)
        }
        try await expectList("dan  online", at: 1)
        // Dan is above nobody.
        let alone = try await tidings("members", "remove", "ben", "--dry-run", data: folders[3])
        #expect(alone.output.contains("Only this node removes ben. Ask anna"), "\(alone)")
        let stopped = try await tidings("members", "remove", "ben", data: folders[0])
        #expect(!stopped.isSuccess && stopped.errors.contains("Nothing was changed. Add --all"), "\(stopped)")
        #expect(stopped.output.contains("All members remove ben"), "\(stopped)")
        let wrong = try await tidings("members", "remove", "cara", "--stay", "ben", data: folders[0])
        #expect(wrong.errors.contains("--stay ben: this member does not go anyway"), "\(wrong)")
        let own = try await tidings("members", "remove", "anna", data: folders[0])
        #expect(own.errors.contains("anna is this node. To leave"), "\(own)")
        try await expectList("ben  online", at: 0)

        await nodes[3].terminate()
        let removed = try await tidings("members", "remove", "ben", "--stay", "dan", data: folders[0])
        #expect(removed.output.contains("These are removed, too: cara."), "\(removed)")
        #expect(removed.output.contains("so that they stay: dan."), "\(removed)")
        try await expectList("  ben  removed by this node", at: 0)
        #expect(try await list(0).contains("not heard yet by: dan"))
        nodes[3] = try await start(folders[3], port: ports[3], ["--name", "dan"])
        try await expectList("dan  online  in sync  invited by this node", at: 0)
        try await eventually("Dan has heard of it.", within: .seconds(30)) { try await !list(0).contains("not heard") }
        try await expectList("  ben  removed by anna", at: 3)
        try await expectList("anna has removed this node from the group.", at: 1)

        // Dan keeps Ben for itself.
        let kept = try await tidings("members", "keep", "ben", data: folders[3])
        #expect(kept.output.contains("no member any more (removed by anna), kept on this node"), "\(kept)")
        try await post("from dan", at: nodes[3])
        for index in [0, 1] { try await expectTexts(["from dan"], at: nodes[index]) }
        #expect(try await texts(at: nodes[2]).isEmpty)

        #expect(try await tidings("members", "leave", data: folders[0]).errors.contains("has founded the group"))
        #expect(try await tidings("members", "leave", data: folders[3]).isSuccess)
        try await expectList("  dan  has left", at: 0)
        try await expectList("This node has left the group. Another member has heard it.", at: 3)
        #expect(try await tidings("invite", data: folders[3]).errors.contains("can admit nobody"))
        let json = try await tidings("members", "list", "--json", data: folders[0]).output
        struct List: Decodable {
            struct Removed: Decodable { let name: String }
            let removed: [Removed]
            let members: [Removed]
        }
        let read = try JSONDecoder().decode(List.self, from: Data(json.utf8))
        #expect(read.removed.map(\.name).sorted() == ["ben", "cara", "dan"] && read.members.isEmpty)
        for node in nodes { await node.terminate() }
    }

    private func status(at program: Program) async throws -> String {
        try await Visitor.visit(program.address()) { try await $0.get("status.xml").body }
    }

    private func expectStatus(
        _ words: String, at program: Program, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await eventually("The status says: \(words)", within: .seconds(30), sourceLocation: sourceLocation) {
            try await status(at: program).contains(words)
        }
    }

    /// Returns the key of the node with the folder `data`, which the node with the folder `other` has as a peer.
    private func key(of data: String, in other: String) async throws -> String {
        let list = try await tidings("members", "list", "--details", data: other).output
        return String(try #require(list.firstMatch(of: /tidings:[A-Za-z0-9_-]{43}/)).output)
    }

    @Test func `after a restore, peers wait for a person`() async throws {
        let folder = try TemporaryFolder()
        let (a, b) = (folder.path + "/a", folder.path + "/b")
        let ports = try ports(2)
        var anna = try await start(a, port: ports[0])
        let ben = try await start(b, port: ports[1], ["--name", "ben"])
        let link = try await invite(a, "--uses", "5")
        #expect(try await tidings("join", link, data: b).isSuccess)
        try await post("before", at: anna)
        try await expectTexts(["before"], at: ben)
        await anna.terminate()
        try FileManager.default.copyItem(atPath: a + "/data.mdb", toPath: folder.path + "/backup.mdb")
        anna = try await start(a, port: ports[0])
        try await post("lost at anna's", at: anna)
        try await expectTexts(["before", "lost at anna's"], at: ben)
        await anna.terminate()
        try FileManager.default.removeItem(atPath: a + "/data.mdb")
        try FileManager.default.copyItem(atPath: folder.path + "/backup.mdb", toPath: a + "/data.mdb")

        anna = try await start(a, port: ports[0])
        let list = try await tidings("members", data: a).output
        #expect(list.contains("to be confirmed") && list.contains("was restored or copied"), "\(list)")
        try await expectStatus("or has still to confirm it after a restore", at: ben)
        #expect(try await texts(at: anna) == ["before"])
        let invited = try await tidings("invite", data: a)
        #expect(invited.errors.contains("wait for a person"), "\(invited)")
        #expect(try await tidings("members", "resume", "ben", data: a).isSuccess)
        try await expectTexts(["before", "lost at anna's"], at: anna)
        #expect(try await tidings("invite", data: a).isSuccess)
        for node in [anna, ben] { await node.terminate() }
    }

    @Test func `a node that joins again at another address is pulled from there`() async throws {
        let folder = try TemporaryFolder()
        let (a, b) = (folder.path + "/a", folder.path + "/b")
        let ports = try ports(3)
        var anna = try await start(a, port: ports[0])
        let ben = try await start(b, port: ports[1])
        #expect(try await tidings("join", try await invite(a), data: b).isSuccess)
        try await post("before", at: anna)
        try await expectTexts(["before"], at: ben)
        await anna.terminate()
        anna = try await start(a, port: ports[2])
        try await post("at another port", at: anna)
        #expect(try await tidings("join", try await invite(a), data: b).isSuccess)
        try await expectTexts(["before", "at another port"], at: ben)
        for node in [anna, ben] { await node.terminate() }
    }

    @Test func `two members whose addresses have both changed meet again by a pasted line`() async throws {
        let folder = try TemporaryFolder()
        let (a, b) = (folder.path + "/a", folder.path + "/b")
        let ports = try ports(4)
        var anna = try await start(a, port: ports[0])
        var ben = try await start(b, port: ports[1])
        #expect(try await tidings("join", try await invite(a), data: b).isSuccess)
        try await post("before", at: anna)
        try await expectTexts(["before"], at: ben)
        for node in [anna, ben] { await node.terminate() }
        (anna, ben) = (try await start(a, port: ports[2]), try await start(b, port: ports[3]))
        let line = try await tidings("address", data: a).output
        let address = String(try #require(line.firstMatch(of: /tidings:[^']+/)).output)
        #expect(address.hasSuffix("@127.0.0.1:\(ports[2])"), "\(line)")
        #expect(try await tidings("join", address, data: b).isSuccess)
        try await post("after", at: anna)
        try await expectTexts(["before", "after"], at: ben)
        let stranger = address.replacing(/tidings:.{43}/, with: "tidings:\(SigningKey().publicKey)")
        let refused = try await tidings("join", stranger, data: b)
        #expect(refused.errors.contains("no member of the group has its key"), "\(refused)")
        for node in [anna, ben] { await node.terminate() }
    }

    @Test func `an added address is kept, and stands in invitations and in the address record`() async throws {
        let folder = try TemporaryFolder()
        let (a, b) = (folder.path + "/a", folder.path + "/b")
        let ports = try ports(2)
        var anna = try await start(a, port: ports[0])
        let ben = try await start(b, port: ports[1])
        #expect(try await tidings("join", try await invite(a), data: b).isSuccess)
        let added = try await tidings("address", "--add", "chat.example.org:7411", data: a)
        #expect(added.output.contains("@chat.example.org:7411,127.0.0.1:\(ports[0])"), "\(added)")
        #expect(added.errors.contains("Added addresses: chat.example.org:7411"), "\(added)")
        #expect(
            try await tidings("invite", "--address", "10.1.2.3:7411", data: a).output.contains(
                "@10.1.2.3:7411,chat.example"))
        let many = (0..<6).flatMap { ["--add", "10.0.0.\($0):7411"] }
        let refused = try await tidings(["address"] + many, data: a)
        #expect(refused.errors.contains("at most 7 addresses"), "\(refused)")
        for wrong in ["example.org", "example.org:0", ":7411", "example.org:99999"] {
            let outcome = try await tidings("address", "--add", wrong, data: a)
            #expect(outcome.errors.contains("--add \(wrong) is not an address"), "\(outcome)")
        }
        anna.send(SIGKILL)
        _ = await anna.exitStatus
        anna = try await start(a, port: ports[0])
        #expect(
            try await tidings("address", "--remove", "10.1.2.3:7411", data: a).output.contains("@chat.example.org:7411")
        )
        try await eventually("Ben knows both addresses.", within: .seconds(30)) {
            try await tidings("members", "list", "--details", data: b).output.contains("chat.example.org:7411")
        }
        for node in [anna, ben] { await node.terminate() }
    }

    // MARK: Groups

    @Test func `a node with peers over plain HTTP gets a group only when its owner says so`() async throws {
        let folder = try TemporaryFolder()
        let (a, b) = (folder.path + "/a", folder.path + "/b")
        let ben = try await Program(serving: b)
        let anna = try await Program(serving: a, ["--peer", "\(ben.address())", "--peer-listen", "127.0.0.1:0"])
        _ = try await anna.address()
        let refused = try await tidings("invite", data: a)
        #expect(refused.errors.contains("take nothing more from here"), "\(refused)")
        let link = try await invite(a, "--new-group")
        #expect(try await !status(at: anna).contains(" group="))
        let c = folder.path + "/c"
        let carl = try await start(c, port: ports(1)[0])
        #expect(try await tidings("join", link, data: c).isSuccess)
        #expect(try await status(at: anna).contains(" group="))
        #expect(try await tidings("invite", data: a).isSuccess)
        for node in [anna, ben, carl] { await node.terminate() }
    }

    @Test(arguments: [false, true])
    func `two members exchange messages without the one who invited both`(isBehind: Bool) async throws {
        let folder = try TemporaryFolder()
        let (a, b, c) = (folder.path + "/a", folder.path + "/b", folder.path + "/c")
        let ports = try ports(3)
        let anna = try await start(a, port: ports[0], ["--name", "anna"])
        var ben = try await start(b, port: ports[1], ["--name", "ben"])
        let cara = try await start(c, port: ports[2], ["--name", "cara"])
        let link = try await invite(a, "--uses", "2")
        #expect(try await tidings("join", link, data: b).isSuccess)
        try await eventually("Anna has the addresses of both.") {
            try await ChatClient(anna.address(), http: .shared).messages().messages.count {
                $0.fields.contains { $0.name == .places }
            } == 2
        }
        // Ben's node does not hear of Cara before Anna's is off.
        if isBehind { await ben.terminate() }
        #expect(try await tidings("join", link, data: c).isSuccess)
        anna.send(SIGKILL)
        _ = await anna.exitStatus
        if isBehind { ben = try await start(b, port: ports[1], ["--name", "ben"]) }
        try await post("from ben", at: ben)
        try await post("from cara", at: cara)
        for node in [ben, cara] { try await expectTexts(["from ben", "from cara"], at: node) }
        #expect(try await tidings("members", data: c).output.contains("ben"))
        for node in [ben, cara] { await node.terminate() }
    }

    // MARK: Commands

    @Test func `wrong values, and a folder without a running node, get a sentence`() async throws {
        let folder = try TemporaryFolder()
        for (words, sentence) in [
            (["invite", "--for", "2"], "--for 2 is not a time."), (["invite", "--for", "31d"], "--for 31d"),
            (["invite", "--uses", "0"], "--uses 0 is not a number from 1 to 64."),
            (["invite", "--address", "example.org"], "--address example.org is not an address."),
            (["invite"], "No node runs with the folder \(folder.path)."),
            (["join", "x"], "No node runs with"), (["join"], "The standard input has no invitation."),
            (["members"], "No node runs with"),
        ] {
            let outcome = try await run(words + ["--data", folder.path])
            #expect(!outcome.isSuccess && outcome.errors.contains("Error: \(sentence)"), "\(words): \(outcome)")
        }
    }

    @Test func `a QR code of an invitation can be read`() async throws {
        let folder = try TemporaryFolder()
        let link = Invitation(
            peer: LinkPeer(
                key: SigningKey().publicKey,
                places: (0..<8).map { HostPort(host: "2001:db8:1234:5678::\($0)", port: 7411) }),
            group: Sample.group, secret: .random()
        ).description
        let code = try #require(QRCode(link))
        // As a person's camera sees the terminal: the colours of the text, and half blocks.
        let squares = TerminalCode(code.rows).lines.flatMap { line -> [String] in
            let text = line.replacing("\u{1b}[38;5;16;48;5;231m", with: "").replacing("\u{1b}[0m", with: "")
            let upper = text.map { $0 == "\u{2580}" || $0 == "\u{2588}" ? "1" : "0" }
            let lower = text.map { $0 == "\u{2584}" || $0 == "\u{2588}" ? "1" : "0" }
            return [upper.joined(), lower.joined()]
        }
        let rows = squares.flatMap { row in
            Array(repeating: row.map { String(repeating: String($0), count: 4) }.joined(), count: 4)
        }
        let image = "P1\n\(rows[0].count) \(rows.count)\n" + rows.joined(separator: "\n") + "\n"
        try image.write(toFile: folder.path + "/code.pbm", atomically: true, encoding: .utf8)
        let read = try await Command.run(["zbarimg", "--nodbus", "--quiet", "--raw", folder.path + "/code.pbm"])
        #expect(read.trimmingCharacters(in: .whitespacesAndNewlines) == link)
    }

    // MARK: Several machines

    @Test(.enabled(if: NetworkNamespaces.isAllowed))
    func `fresh nodes on two machines listen from the first invitation on, and only their owners change peers`()
        async throws
    {
        let folder = try TemporaryFolder()
        let (a, b) = (folder.path + "/a", folder.path + "/b")
        let link = HostLink(index: 0, first: 0, second: 1)
        try await NetworkNamespaces.with(2, links: [link]) { network in
            func start(_ data: String, on host: Int, _ more: [String] = []) async throws -> Program {
                let program = try await Program(
                    serving: data, on: "0.0.0.0:8080", more,
                    inNamespace: network.names[host])
                _ = try await program.address()
                return program
            }
            func curl(_ words: String..., from host: Int) async throws -> String {
                try await Command.run(
                    ["ip", "netns", "exec", network.names[host], "curl", "-s", "-w", " %{http_code}", "-m", "10"]
                        + words)
            }
            func add(_ text: String, on host: Int) async throws {
                let answer = try await curl(
                    "-d", "user=jack", "-d", "message=\(text)", "http://127.0.0.1:8080/add.php", from: host)
                #expect(answer.contains("<success />"))
            }
            // A request over a connection that has gone silent ends after 40 s.
            func expect(_ texts: [String], on host: Int) async throws {
                try await eventually("Host \(host) has \(texts).", within: .seconds(60)) {
                    let page = try await curl("http://127.0.0.1:8080/messages.php", from: host)
                    return texts.allSatisfy { page.contains("<text>\($0)</text>") }
                }
            }
            var anna = try await start(a, on: 0)
            let other = try await start(b, on: 1)
            // Before the first invitation, no node listens for peers.
            await #expect(throws: Command.Failure.self) { try await curl("http://10.77.0.1:7411/", from: 1) }
            let invitation = try await invite(a)
            #expect(invitation.contains("@10.77.0.1:7411"), "\(invitation)")
            let joined = try await tidings("join", invitation, data: b)
            #expect(joined.isSuccess, "\(joined)")
            try await add("from-anna", on: 0)
            try await add("from-ben", on: 1)
            for host in 0...1 { try await expect(["from-anna", "from-ben"], on: host) }

            // Ben's machine gets another address, which anna's node learns when ben's opens a link.
            let (here, there) = (network.names[0], network.names[1])
            for words in [
                "\(here) route add 10.77.0.9/32 dev link0", "\(there) addr add 10.77.0.9/32 dev link0",
                "\(there) addr del 10.77.0.2/30 dev link0", "\(there) route add 10.77.0.1/32 dev link0",
            ] {
                try await Command.run(["ip", "-n"] + words.split(separator: " ").map(String.init))
            }
            try await add("from-elsewhere", on: 1)
            try await expect(["from-elsewhere"], on: 0)

            // Another machine, a proxy, a GET and a page of another site change nothing, even with the session of the owner.
            let address = try await tidings("open", data: a).output
            #expect(address.hasPrefix("http://127.0.0.1:8080/owner#"), "\(address)")
            let token = address.drop { $0 != "#" }.dropFirst().trimmingCharacters(in: .whitespacesAndNewlines)
            let begun = try await curl("-d", "token=\(token)", "http://127.0.0.1:8080/session", from: 0)
            let session = try #require(begun.firstMatch(of: /id="([^"]+)"/)).output.1
            func owner(_ words: String..., at address: String = "127.0.0.1", from host: Int) async throws -> String {
                try await Command.run(
                    ["ip", "netns", "exec", network.names[host], "curl", "-s", "-m", "10", "-d", ""] + words
                        + ["-H", "Tidings-Session: \(session)", "http://\(address):8080/invite"])
            }
            #expect(try await owner(at: "10.77.0.1", from: 1).contains("not-owner"))
            #expect(try await owner("-H", "Via: 1.1 proxy", from: 0).contains("not-owner"))
            #expect(try await owner("-H", "Origin: http://evil.example", from: 0).contains("foreign-origin"))
            #expect(try await curl("http://127.0.0.1:8080/invite", from: 0).hasSuffix(" 405"))
            #expect(try await curl("-d", "", "http://127.0.0.1:8080/invite", from: 0).contains("not-owner"))
            #expect(try await owner(from: 0).contains("<invitation link="))
            #expect(
                try await curl("http://10.77.0.1:8080/messages.php?view=log", from: 1).contains("pairing-required"))

            // A pause does not open the log again, and after a restart and the end of the pause the node listens.
            let ben = try await key(of: b, in: a)
            #expect(try await tidings("members", "pause", ben, data: a).isSuccess)
            #expect(
                try await curl("http://10.77.0.1:8080/messages.php?view=log", from: 1).contains("pairing-required"))
            await anna.terminate()
            anna = try await start(a, on: 0)
            #expect(try await tidings("members", "resume", ben, data: a).isSuccess)
            // The listener comes back with the node.
            await anna.terminate()
            anna = try await start(a, on: 0)
            try await add("after-the-restart", on: 1)
            try await expect(["from-anna", "from-ben", "after-the-restart"], on: 0)
            await anna.terminate()
            anna = try await start(a, on: 0, ["--peer-listen", "off"])
            let off = try await tidings("invite", data: a)
            #expect(off.errors.contains("started with --peer-listen off"), "\(off)")
            await #expect(throws: Command.Failure.self) { try await curl("http://10.77.0.1:7411/", from: 1) }
            for node in [anna, other] { await node.terminate() }
        }
    }
}
