import ChatModel
import ChatStore
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import InMemoryLogging
import Logging
import TestSupport
import Testing

@testable import ChatServer

struct FailureTests {
    @Test(arguments: Transport.allCases)
    func `an unknown path gets 404`(over transport: Transport) async throws {
        try await withNode(over: transport) { node in
            for path in [
                "//", "/chat", "/chat//", "/add", "/ADD.PHP", "/other/add.php", "/add.php/x", "/../etc/passwd",
            ] {
                let answer = try await node.get(path)
                #expect(answer.status == .notFound, "\(path)")
                #expect(answer.code == .notFound)
                #expect(answer.text.contains("messages.php"))
                #expect(answer.headers[.cacheControl] == "no-store")
                #expect(answer.headers[.xContentTypeOptions] == "nosniff")
            }
        }
    }

    @Test(arguments: Transport.allCases)
    func `a path with extra slashes gets 404 for every method`(over transport: Transport) async throws {
        try await withNode(over: transport) { node in
            for path in ["//messages.php", "/messages.php/", "/chat//add.php", "//chat/add.php", "/test.html/"] {
                for method in [HTTPRequest.Method.get, .head, .post, .put, .delete, .options] {
                    let answer = try await node.send(method, path)
                    #expect(answer.status == .notFound, "\(method) \(path)")
                    #expect(answer.code == (method == .head ? nil : .notFound))
                }
            }
        }
    }

    @Test(
        arguments: Transport.allCases,
        [
            ("add.php", "POST"), ("messages.php", "GET, HEAD, POST"), ("test.html", "GET, HEAD"),
            ("rooms.xml", "GET, HEAD"),
        ])
    func `a method that a path does not have gets 405 with Allow`(
        over transport: Transport, route: (path: String, allow: String)
    ) async throws {
        try await withNode(over: transport) { node in
            for folder in ["/", "/chat/"] {
                for method in [HTTPRequest.Method.get, .head, .post, .put, .delete, .options, .patch]
                where !route.allow.contains(method.rawValue) {
                    let answer = try await node.send(method, folder + route.path)
                    #expect(answer.status == .methodNotAllowed)
                    #expect(answer.headers[.allow] == route.allow)
                    #expect(answer.code == (method == .head ? nil : .methodNotAllowed))
                }
            }
        }
    }

    @Test(arguments: Transport.allCases)
    func `HEAD is answered as GET, with the length and without the body`(over transport: Transport) async throws {
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

    @Test func `an unexpected error gets 500, and the answer contains nothing of it`() async throws {
        struct Secret: Error {}
        let route = Route("", [.get]) { _, _ in throw Secret() }
        let responder = Responder(
            routes: ["/": route], check: { _, _ in }, unknownPath: .notFound,
            traffic: Allowances(TrafficPayer.rate, time: ManualTime()))
        let handler = InMemoryLogHandler()
        let application = Application(responder: responder, logger: Logger(label: "test") { _ in handler })
        try await application.test(.router) { http in
            let answer = try await http.executeRequest(uri: "/", method: .get, headers: [:], body: nil)
            #expect(answer.status == .internalServerError)
            #expect(answer.code == .internalError)
            #expect(!answer.text.contains("Secret"))
        }
        #expect(handler.entries.count { $0.message == "internal-error: A request failed." } == 1)
    }

    @Test(
        arguments: [
            .folderNotOpened("data", reason: "Denied"), .folderNotWritable("data"),
            .folderNotSynchronized("data", reason: "Failed"), .folderInUse("data"), .storeMissing(file: "data.mdb"),
            .nodeKeyNotWritten(file: "node.key", reason: "Full"), .nodeKeyMissing(file: "node.key"),
            .nodeKeyNotRead(file: "node.key", reason: "Denied"), .nodeKeyInvalid(file: "node.key"),
            .schemaUnknown(folder: "data", schema: 3, supported: 2),
            .truncated(file: "data.mdb", bytes: 1, expectedBytes: 2),
        ] as [StoreError])
    func `a client gets neither the code nor the facts of an error of opening the store`(error: StoreError) {
        let failure = Failure(error)
        #expect(FailureCode.neverSent.contains(error.code))
        #expect(!FailureCode.neverSent.contains(failure.code))
        #expect(failure.status == .internalServerError)
        for fact in ["data", "node.key", "Denied"] { #expect(!failure.sentence.contains(fact)) }
    }

    // MARK: Guards

    @Test(
        arguments: Transport.allCases,
        [[:], [.origin: "http://localhost"], [.secFetchSite: "same-origin"], [.secFetchSite: "none"]] as [HTTPFields])
    func `a post from a program or from the node's own web page is stored`(
        over transport: Transport, headers: HTTPFields
    ) async throws {
        try await withNode(over: transport) { node in
            let answer = try await node.post("/add.php", "user=a&message=b", headers: headers)
            #expect(answer.status == .ok)
        }
    }

    @Test(
        arguments: Transport.allCases,
        [
            [.origin: "null"], [.origin: ""], [.origin: "http://evil.example"], [.origin: "https://localhost"],
            [.origin: "http://localhost:1"], [.origin: "http://localhost.evil.example"], [.secFetchSite: "cross-site"],
            [.secFetchSite: "same-site"], [.secFetchSite: ""],
        ] as [HTTPFields])
    func `a request from a web page of another site gets 403`(
        over transport: Transport, headers: HTTPFields
    ) async throws {
        try await withNode(over: transport) { node in
            for path in ["/add.php", "/messages.php", "/nothing"] {
                let answer = try await node.post(path, "user=a&message=b", headers: headers)
                #expect(answer.status == .forbidden)
                #expect(answer.code == .foreignOrigin)
            }
            for path in ["/messages.php", "/chat/status.xml", "/", "/sw.js", "/nothing"] {
                #expect(try await node.get(path, headers: headers).code == .foreignOrigin, "\(path)")
            }
            #expect(try node.store.messageCount() == 0)
        }
    }

    @Test(arguments: Transport.allCases)
    func `a link on another site opens the node's pages, and nothing else`(over transport: Transport) async throws {
        try await withNode(over: transport) { node in
            let headers: HTTPFields = [.secFetchSite: "cross-site", .secFetchMode: "navigate"]
            for path in ["/", "/chat/", "/test.html", "/chat/test.html"] {
                #expect(try await node.get(path, headers: headers).status == .ok, "\(path)")
            }
            for path in ["/messages.php", "/rooms.xml", "/status.xml", "/sw.js"] {
                #expect(try await node.get(path, headers: headers).code == .foreignOrigin, "\(path)")
            }
            let post = try await node.post("/", "user=a&message=b", headers: headers)
            #expect(post.code == .foreignOrigin)
        }
    }

    // MARK: The form

    @Test(arguments: Transport.allCases)
    func `test.html is the article's form in UTF-8, which loads nothing and posts to the node`(
        over transport: Transport
    ) async throws {
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
    fileprivate static let secFetchMode = Self("Sec-Fetch-Mode")!
    fileprivate static let referrerPolicy = Self("Referrer-Policy")!
}
