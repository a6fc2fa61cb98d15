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
            #expect(shown.contains(/<message [^>]*id="1"[^>]* edited="\d+">/))

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
            #expect(deleted.contains(/<message [^>]*id="1"[^>]* deleted="yes">/) && !deleted.contains("<reaction"))
            #expect(deleted.contains(/<text gone="[^"]+" bytes="3"\/>/))
            #expect(try await !node.get("/messages.php?room=kitchen").text.contains("one"))
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
            #expect(try await node.post("/add.php", "user=jack&topic=Tea&alias=Kitchen&room=k").status == .ok)
        }
    }
}
