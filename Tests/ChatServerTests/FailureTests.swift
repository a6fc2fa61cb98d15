import ChatStore
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import Testing

@testable import ChatServer

@Suite("Failures and guards")
struct FailureTests {
    @Test("answer 404 with a sentence to a path where nothing is", arguments: Transport.allCases)
    func notFound(over transport: Transport) async throws {
        try await withNode(over: transport) { node in
            for path in [
                "//", "/chat", "/chat//", "/add", "/ADD.PHP", "/other/add.php", "/add.php/x", "/../etc/passwd",
            ] {
                let answer = try await node.get(path)
                #expect(answer.status == .notFound, "\(path)")
                #expect(answer.code == "not-found")
                #expect(answer.text.contains("messages.php"))
                #expect(answer.headers[.cacheControl] == "no-store")
                #expect(answer.headers[.xContentTypeOptions] == "nosniff")
            }
        }
    }

    @Test("answer 404 to a path with slashes too many, whatever the method", arguments: Transport.allCases)
    func slashes(over transport: Transport) async throws {
        try await withNode(over: transport) { node in
            for path in ["//messages.php", "/messages.php/", "/chat//add.php", "//chat/add.php", "/test.html/"] {
                for method in [HTTPRequest.Method.get, .head, .post, .put, .delete, .options] {
                    let answer = try await node.send(method, path)
                    #expect(answer.status == .notFound, "\(method) \(path)")
                    #expect(answer.code == (method == .head ? nil : "not-found"))
                }
            }
        }
    }

    @Test(
        "answer 405 with Allow to a method that a path does not know", arguments: Transport.allCases,
        [
            ("add.php", "POST"), ("messages.php", "GET, HEAD, POST"), ("test.html", "GET, HEAD"),
            ("rooms.xml", "GET, HEAD"),
        ])
    func methods(over transport: Transport, route: (path: String, allow: String)) async throws {
        try await withNode(over: transport) { node in
            for folder in ["/", "/chat/"] {
                for method in [HTTPRequest.Method.get, .head, .post, .put, .delete, .options, .patch]
                where !route.allow.contains(method.rawValue) {
                    let answer = try await node.send(method, folder + route.path)
                    #expect(answer.status == .methodNotAllowed)
                    #expect(answer.headers[.allow] == route.allow)
                    #expect(answer.code == (method == .head ? nil : "method-not-allowed"))
                }
            }
        }
    }

    @Test("answer HEAD as GET, with the length and without the body", arguments: Transport.allCases)
    func head(over transport: Transport) async throws {
        try await withNode(over: transport) { node in
            for uri in ["/messages.php", "/chat/test.html", "/rooms.xml", "/messages.php?past=x", "/nothing"] {
                let get = try await node.get(uri)
                let head = try await node.send(.head, uri)
                #expect(head.status == get.status)
                #expect(head.headers[.contentLength] == String(get.body.readableBytes))
                #expect(head.headers[.contentType] == get.headers[.contentType])
                #expect(head.body.readableBytes == 0)
            }
        }
    }

    @Test("say nothing of an error that nobody foresaw, and answer 500")
    func unforeseen() async throws {
        struct Secret: Error {}
        let router = Router(context: ClientContext.self)
        router.add(middleware: FailureMiddleware())
        router.get("/") { _, _ -> Response in throw Secret() }
        let application = Application(responder: router.buildResponder(), logger: .silent)
        try await application.test(.router) { http in
            let answer = try await http.executeRequest(uri: "/", method: .get, headers: [:], body: nil)
            #expect(answer.status == .internalServerError)
            #expect(answer.code == "internal-error")
            #expect(!answer.text.contains("Secret"))
        }
    }

    // MARK: Guards

    @Test(
        "let a post pass that a program or the node's own page sends", arguments: Transport.allCases,
        [[:], [.origin: "http://localhost"], [.secFetchSite: "same-origin"], [.secFetchSite: "none"]] as [HTTPFields])
    func ownPosts(over transport: Transport, headers: HTTPFields) async throws {
        try await withNode(over: transport) { node in
            let answer = try await node.post("/add.php", "user=a&message=b", headers: headers)
            #expect(answer.status == .ok)
        }
    }

    @Test(
        "refuse a post that a page of another site sends, with 403", arguments: Transport.allCases,
        [
            [.origin: "null"], [.origin: ""], [.origin: "http://evil.example"], [.origin: "https://localhost"],
            [.origin: "http://localhost:1"], [.origin: "http://localhost.evil.example"], [.secFetchSite: "cross-site"],
            [.secFetchSite: "same-site"], [.secFetchSite: ""],
        ] as [HTTPFields])
    func foreignPosts(over transport: Transport, headers: HTTPFields) async throws {
        try await withNode(over: transport) { node in
            for path in ["/add.php", "/messages.php", "/nothing"] {
                let answer = try await node.post(path, "user=a&message=b", headers: headers)
                #expect(answer.status == .forbidden)
                #expect(answer.code == "foreign-origin")
            }
            #expect(try await node.get("/messages.php", headers: headers).status == .ok, "GET changes nothing.")
            #expect(try node.store.messageCount() == 0)
        }
    }

    // MARK: The form

    @Test(
        "test.html is the article's form in UTF-8, which loads nothing and posts to the node",
        arguments: Transport.allCases)
    func form(over transport: Transport) async throws {
        try await withNode(over: transport) { node in
            let answer = try await node.get("/chat/test.html")
            #expect(answer.status == .ok)
            #expect(answer.headers[.contentType] == "text/html; charset=utf-8")
            #expect(answer.headers[.referrerPolicy] == "same-origin")
            #expect(answer.headers[.contentSecurityPolicy]?.contains("default-src 'none'") == true)
            #expect(answer.text.contains(#"<form action="add.php" method="POST">"#))
            for name in ["user", "message"] { #expect(answer.text.contains("name=\"\(name)\"")) }
        }
    }
}

extension HTTPField.Name {
    fileprivate static let secFetchSite = Self("Sec-Fetch-Site")!
    fileprivate static let referrerPolicy = Self("Referrer-Policy")!
}
