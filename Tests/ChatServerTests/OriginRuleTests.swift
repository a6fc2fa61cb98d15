import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@testable import ChatServer

struct OriginRuleTests {
    private static let proxy = Origin("https://chat.example.org")

    private func request(
        _ path: String = "/add.php", _ method: HTTPRequest.Method = .post, host: String = "127.0.0.1:8080",
        origin: String? = nil, site: String? = nil
    ) -> Request {
        var head = HTTPRequest(method: method, scheme: "http", authority: host, path: path)
        head.headerFields[.origin] = origin
        head.headerFields[HTTPField.Name("Sec-Fetch-Site")!] = site
        return Request(head: head, body: RequestBody(buffer: ByteBuffer()))
    }

    @Test(arguments: [
        "https://chat.example.org", "https://chat.example.org:443", "HTTPS://Chat.Example.org.",
        "http://127.0.0.1:8080",
    ])
    func `the node's own origin and that of its proxy are accepted`(origin: String) {
        #expect(OriginRule(publicOrigin: Self.proxy).allows(request(origin: origin)))
    }

    @Test(arguments: [
        "http://chat.example.org", "https://chat.example.org:8443", "https://chat.example.org.evil.example",
        "https://evil.example", "null", "", "https://", "chat.example.org", "http://127.0.0.1:8081",
    ])
    func `other origins are refused`(origin: String) {
        #expect(!OriginRule(publicOrigin: Self.proxy).allows(request(origin: origin)))
    }

    @Test func `behind an unknown proxy, the page gets its files and nothing else`() {
        let rule = OriginRule(publicOrigin: nil)
        let origin = "https://chat.example.org"
        #expect(rule.allows(request("/web/1/main.js", .get, origin: origin, site: "same-origin")))
        #expect(rule.allows(request("/chat/web/1/main.js", .get, origin: origin, site: "same-origin")))
        for site in ["cross-site", "same-site", nil] {
            #expect(!rule.allows(request("/web/1/main.js", .get, origin: origin, site: site)))
        }
        #expect(!rule.allows(request("/messages.php", .get, origin: origin, site: "same-origin")))
        #expect(!rule.allows(request("/add.php", .post, origin: origin, site: "same-origin")))
    }

    @Test func `an origin is written in one form`() {
        #expect(Origin("HTTPS://Chat.Example.org:443")?.description == "https://chat.example.org")
        #expect(Origin("http://[::1]:8080")?.description == "http://[::1]:8080")
        for text in ["", "chat.example.org", "ftp://a", "https://a/b", "https://a:x", "https://user@a"] {
            #expect(Origin(text) == nil, "\(text)")
        }
    }
}
