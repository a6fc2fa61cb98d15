import ChatModel
import HTTPTypes
import HummingbirdTesting
import TestSupport
import Testing

@testable import ChatServer

/// Replies, reactions, edits and deletions over HTTP.
@Suite struct RelationPageTests {
    private func digest(_ answer: String) throws -> String {
        try String(#require(answer.firstMatch(of: /digest="([^"]+)"/)).1)
    }

    @Test func `a chat page with fold has each message as it is now, and other views have what was written`()
        async throws
    {
        try await withNode(over: .router) { node in
            let target = try await digest(node.post("/add.php", "user=jack&message=one&room=kitchen&key=k1").text)
            let given = try await digest(
                node.post("/add.php", "user=megan&re=\(target)&react=%F0%9F%91%8D&key=k2").text)
            let posts = [
                "user=jack&re=\(target)&react=%F0%9F%91%8D", "edits=\(target)&proof=k1&message=two+%3C3&re=\(target)",
                "user=megan&re=\(target)&message=a+reply&room=kitchen",
            ]
            for post in posts { #expect(try await node.post("/add.php", post).status == .ok) }
            let shown = try await node.get("/messages.php?view=chat&order=time&last=10&room=kitchen&fold=1").text
            #expect(shown.contains("<text>two &lt;3</text>") && !shown.contains("<text>one</text>"))
            #expect(shown.contains("<re>\(target)</re>"))
            #expect(shown.matches(of: #/<message /#).count == 2)
            let reaction = try #require(shown.firstMatch(of: /<reaction id="1" emoji="👍" count="2">(.*)<\/reaction>/)).1
            #expect(reaction.matches(of: /<by origin="[^"]+" user="(megan|jack)"\/>/).count == 2)
            #expect(shown.contains(/<message [^>]*id="1"[^>]* edited="\d+" change="4">/))

            // The range of the log has the target where it was changed last.
            let log = try await node.get("/messages.php?view=chat&rooms=all&past=2&fold=1").text
            #expect(log.contains(/next="5"/) && log.contains(/<message [^>]*id="1"[^>]* at="4"/))
            let article = try await node.get("/messages.php?room=kitchen").text
            #expect(article.matches(of: /<text>(.*)<\/text>/).map { String($0.1) } == ["one", "two &lt;3", "a reply"])
            let plain = try await node.get("/messages.php?view=chat&room=kitchen&past=0").text
            #expect(plain.matches(of: #/<message /#).count == 5 && !plain.contains("<reaction"))

            // A reaction is taken back, and the message is deleted.
            #expect(try await node.post("/add.php", "deletes=\(given)&proof=wrong").code == .notAuthor)
            #expect(try await node.post("/add.php", "deletes=\(given)&proof=k2").status == .ok)
            #expect(try await node.post("/add.php", "deletes=\(target)&proof=k1").status == .ok)
            let deleted = try await node.get("/messages.php?view=chat&order=time&last=10&room=kitchen&fold=1").text
            #expect(
                deleted.contains(/<message [^>]*id="1"[^>]* deleted="yes" change="7">/)
                    && !deleted.contains("<reaction"))
            #expect(deleted.contains(/<text gone="[^"]+" bytes="3"\/>/))
            #expect(try await !node.get("/messages.php?room=kitchen").text.contains("one"))
        }
    }

    @Test func `a chat page by digests has the messages of any room as they are now, by ascending id`() async throws {
        try await withNode(over: .router) { node in
            let posts = [
                "user=jack&message=one&key=k1", "user=jack&message=two&room=kitchen&key=k2",
                "user=megan&message=three&key=k3",
            ]
            var digests: [String] = []
            for post in posts { digests.append(try await digest(node.post("/add.php", post).text)) }
            let reaction = try await digest(
                node.post("/add.php", "user=megan&re=\(digests[1])&react=x&key=k4").text)
            let edit = try await digest(
                node.post("/add.php", "edits=\(digests[1])&proof=k2&message=new&key=k5").text)
            let list = [digests[1], reaction, "\(Sample.digest(1))", edit, digests[0]].joined(separator: ",")
            let folded = try await node.get("/messages.php?view=chat&fold=1&digests=\(list)").text
            #expect(folded.matches(of: /<message [^>]*id="(\d+)"/).map { String($0.1) } == ["1", "2"])
            #expect(folded.contains(/<text>new<\/text>/) && folded.contains(/<reaction id="2" emoji="x" count="1">/))
            #expect(folded.contains(/<chat [^>]*high="5" next="5" mark="[^"]+" done="5">/))
            // Without `fold`, the relations are messages as in other pages.
            let plain = try await node.get("/messages.php?view=chat&digests=\(list)").text
            #expect(plain.matches(of: /<message [^>]*id="(\d+)"/).map { String($0.1) } == ["1", "2", "4", "5"])
        }
    }

    @Test func `a page by digests that is full says how many digests were looked up`() async throws {
        try await withNode(over: .router) { node in
            var digests: [String] = []
            for number in 0..<50 {
                let text = String(repeating: "x", count: Limits.textBytes)
                digests.append(
                    try await digest(node.post("/add.php", "user=jack&message=\(text)&key=k\(number)").text))
            }
            digests.reverse()
            var pages = 0
            while !digests.isEmpty {
                let page = try await node.get(
                    "/messages.php?view=chat&fold=1&digests=\(digests.joined(separator: ","))"
                ).text
                let done = try #require(Int(page.firstMatch(of: /done="(\d+)"/)?.1 ?? ""))
                #expect(page.matches(of: /digest="([^"]+)"/).map { String($0.1) } == digests.prefix(done).reversed())
                digests.removeFirst(done)
                pages += 1
            }
            #expect(pages == 2)
        }
    }

    @Test func `a request by digests is refused with a wrong digest and with another range`() async throws {
        try await withNode(over: .router) { node in
            let digest = "\(Sample.digest(1))"
            let most = (1...51).map { "\(Sample.digest(UInt64($0)))" }
            var refused = ["digests=x", "digests=\(digest),", "digests=\(digest),\(digest)"].map { "view=chat&\($0)" }
            refused += ["digests=\(digest)", "digests=\(digest)&view=log&fold=1"]
            refused.append("view=chat&digests=\(most.joined(separator: ","))")
            for other in [
                "past=0", "before=9", "last=1", "limit=1", "room=", "room=x", "rooms=all", "order=id", "order=time",
                "order=time&last=1", "mark=AAAAAAAAAAAAAAAAAAAAAA", "wait=1",
            ] { refused.append("view=chat&fold=1&digests=\(digest)&\(other)") }
            for query in refused {
                let code = try await node.get("/messages.php?\(query)").code
                #expect(code == .badParameter, "\(query)")
            }
            let all = "view=chat&fold=1&digests=\(most.prefix(50).joined(separator: ","))"
            let page = try await node.get("/messages.php?\(all)").text
            #expect(page.contains("done=\"50\""))
        }
    }

    @Test func `a change that says too little or too much is refused`() async throws {
        try await withNode(over: .router) { node in
            let target = try await digest(node.post("/add.php", "user=jack&message=one&key=k1").text)
            let refused: [(String, FailureCode)] = [
                ("edits=\(target)&proof=k1", .contentMissing), ("user=jack&re=\(target)", .contentMissing),
                ("user=jack&react=x", .badParameter), ("deletes=x&proof=k1", .badParameter),
                ("re=\(target)&react=x", .userMissing),
                ("user=jack&re=\(target)&react=\(String(repeating: "x", count: 257))", .valueTooLong),
                ("edits=\(target)&proof=\(String(repeating: "x", count: 65))&message=x", .badPostKey),
                ("edits=\(Sample.digest(1))&message=x", .targetUnknown), ("edits=\(target)&message=x", .notAuthor),
                ("user=jack&room=x&field.sealed=x", .fieldName),
            ]
            for (post, code) in refused {
                #expect(try await node.post("/add.php", post).code == code, "\(post)")
            }
            for query in ["fold=1&past=0", "view=chat&fold=2&past=0", "view=log&fold=1"] {
                #expect(try await node.get("/messages.php?\(query)").code == .badParameter, "\(query)")
            }
        }
    }

    @Test func `the list of rooms has the newest topic and alias of each room, and no page shows them as texts`()
        async throws
    {
        try await withNode(over: .router) { node in
            let posts = [
                "user=jack&topic=Tea&alias=Kitchen&room=k", "user=megan&topic=Tea+%26+%22more%22&room=k",
                "user=jack&message=hello&topic=Everything",
            ]
            for post in posts { #expect(try await node.post("/add.php", post).status == .ok) }
            let list = """
                <room last="3" topic="Everything"/>
                <room name="k" last="2" topic="Tea &amp; &quot;more&quot;" alias="Kitchen"/>

                """
            #expect(try await node.get("/rooms.xml").text.contains(list))
            #expect(try await !node.get("/messages.php?room=k").text.contains("<message"))
            let refused: [(String, FailureCode)] = [
                ("alias=\(String(repeating: "x", count: 65))", .valueTooLong), ("alias=a%0Ab", .illegalCharacter),
                ("topic=\(String(repeating: "x", count: 257))", .valueTooLong), ("topic=a%0Ab", .illegalCharacter),
            ]
            for (parameter, code) in refused {
                let answer = try await node.post("/add.php", "user=jack&message=x&\(parameter)")
                #expect(answer.code == code, "\(parameter)")
            }
        }
    }
}
