import ChatModel
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import TestSupport
import Testing

@testable import ChatServer

struct WebClientTests {
    private static let entrances = ["", "sw.js", "manifest.webmanifest"]
    private static let immutable = "public, max-age=31536000, immutable"

    /// Returns the path of a file within a folder.
    private static func asset(_ name: String) throws -> String {
        "web/\(try WebClient(files: .sample).version)/\(name)"
    }

    // MARK: Served files

    @Test(arguments: Transport.allCases, ["/", "/chat/"])
    func `the page and all files have their media types in both folders`(over transport: Transport, folder: String)
        async throws
    {
        let types = [
            ("", "text/html; charset=utf-8"), ("sw.js", "text/javascript; charset=utf-8"),
            ("manifest.webmanifest", "application/manifest+json; charset=utf-8"), ("favicon.ico", "image/png"),
            (try Self.asset("main.js"), "text/javascript; charset=utf-8"),
            (try Self.asset("style.css"), "text/css; charset=utf-8"),
            (try Self.asset("icon.svg"), "image/svg+xml; charset=utf-8"),
            (try Self.asset("icon-192.png"), "image/png"), (try Self.asset("data.bin"), "application/octet-stream"),
        ]
        try await withNode(over: transport) { node in
            for (path, type) in types {
                let answer = try await node.get(folder + path)
                #expect(answer.status == .ok, "\(path)")
                #expect(answer.headers[.contentType] == type, "\(path)")
                #expect(answer.headers[.xContentTypeOptions] == "nosniff", "\(path)")
            }
        }
    }

    @Test func `files are served unchanged except for the version and the list of files`() async throws {
        let version = try WebClient(files: .sample).version
        try await withNode(over: .port) { node in
            #expect(try await node.get("/").text == "<script src=\"web/\(version)/main.js\"></script>\(version)")
            #expect(try await node.get("/manifest.webmanifest").text == "{\"icon\": \"web/\(version)/icon.svg\"}")
            let names = ["data.bin", "icon-192.png", "icon.svg", "long.js", "main.js", "style.css"]
            let files = names.map { "web/\(version)/\($0)" }.joined(separator: " ")
            #expect(try await node.get("/sw.js").text == "const version = '\(version)', files = '\(files)'")
            #expect(try await node.get("/" + Self.asset("main.js")).text == "'{{version}}'")
            let icon = try await node.get("/" + Self.asset("icon-192.png"))
            #expect(Array(buffer: icon.body) == [0x89, 0xff, 0x00])
            #expect(try await node.get("/favicon.ico").body == icon.body)
            #expect(try await node.get("/" + Self.asset("style.css")).text.isEmpty)
        }
    }

    @Test func `a file that the page loads may do nothing as a document`() async throws {
        let path = try Self.asset("main.js")
        try await withNode(over: .router) { node in
            let headers = try await node.get("/\(path)").headers
            #expect(headers[.contentSecurityPolicy] == "default-src 'none'; frame-ancestors 'none'")
            #expect(headers[.xContentTypeOptions] == "nosniff")
            #expect(headers[HTTPField.Name("Cross-Origin-Resource-Policy")!] == "same-origin")
        }
    }

    @Test(arguments: ["", "sw.js"])
    func `the page may load and run files of the node only`(path: String) async throws {
        try await withNode(over: .router) { node in
            let answer = try await node.get("/\(path)")
            let policy = """
                default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
                manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; \
                require-trusted-types-for 'script'; trusted-types markup worker
                """
            #expect(answer.headers[.contentSecurityPolicy] == policy)
            let expected = [
                "Referrer-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
                "Service-Worker-Allowed": nil,
            ]
            for (name, value) in expected {
                #expect(answer.headers[try #require(HTTPField.Name(name))] == value, "\(name)")
            }
        }
    }

    @Test(
        arguments: Transport.allCases,
        [
            ("gzip", true), ("deflate, gzip;q=1.0, *;q=0.5", true), ("br,GZIP", true), ("gzip;q=0", false),
            ("gzip; q=0.000", false), ("identity", false), ("xgzip", false), ("", false),
        ])
    func `a file is compressed if the client accepts gzip and the file gets smaller`(
        over transport: Transport, requested: (encodings: String, isAccepted: Bool)
    ) async throws {
        let long = "/" + (try Self.asset("long.js"))
        try await withNode(over: transport) { node in
            let plain = try await node.get(long)
            let answer = try await node.get(long, headers: [.acceptEncoding: requested.encodings])
            #expect(answer.headers[.contentEncoding] == (requested.isAccepted ? "gzip" : nil))
            #expect(answer.headers[.vary] == "Accept-Encoding")
            #expect((answer.headers[.eTag] != plain.headers[.eTag]) == requested.isAccepted)
            let bytes = Array(buffer: answer.body)
            #expect(requested.isAccepted ? bytes.count < 200 : bytes == Array(buffer: plain.body))
            #expect(requested.isAccepted ? try unzipped(bytes) == Array(buffer: plain.body) : true)
            let short = try await node.get("/" + Self.asset("main.js"), headers: [.acceptEncoding: requested.encodings])
            #expect(short.headers[.contentEncoding] == nil)
        }
    }

    // MARK: Caches

    @Test func `browsers revalidate the paths without a version and cache the others for good`() async throws {
        try await withNode(over: .router) { node in
            for path in Self.entrances {
                #expect(try await node.get("/\(path)").headers[.cacheControl] == "no-cache", "\(path)")
            }
            let asset = try await node.get("/chat/" + Self.asset("main.js"))
            #expect(asset.headers[.cacheControl] == Self.immutable)
        }
    }

    @Test(
        arguments: Transport.allCases,
        [
            ("TAG", true), ("W/TAG", true), ("\"other\", TAG", true), ("*", true), ("\"other\"", false),
            ("\"other\",W/TAG", true), ("TA", false),
        ])
    func `a request with the current entity tag gets 304, and one with another gets 200`(
        over transport: Transport, requested: (tags: String, isKnown: Bool)
    ) async throws {
        try await withNode(over: transport) { node in
            for path in Self.entrances {
                let whole = try await node.get("/\(path)")
                let tag = try #require(whole.headers[.eTag])
                #expect(tag.hasPrefix("\"") && tag.hasSuffix("\""))
                let headers: HTTPFields = [.ifNoneMatch: requested.tags.replacing("TAG", with: tag)]
                let answer = try await node.get("/chat/\(path)", headers: headers)
                #expect(answer.status == (requested.isKnown ? .notModified : .ok))
                #expect(answer.text == (requested.isKnown ? "" : whole.text))
                for name in [HTTPField.Name.eTag, .cacheControl, .contentSecurityPolicy] {
                    #expect(answer.headers[name] == whole.headers[name])
                }
            }
        }
    }

    @Test func `the connection stays open after 304 to GET and to HEAD`() async throws {
        try await withListeningNode { port, _ in
            try await withConnection(to: port) { connection in
                for method in ["GET", "HEAD"] {
                    let head = "\(method) / HTTP/1.1\r\nHost: localhost\r\n"
                    try await connection.send(head + "If-None-Match: *\r\n\r\n")
                    #expect(try await connection.answer(hasBody: false)?.status == 304)
                    try await connection.send(head + "\r\n")
                    #expect(try await connection.answer(hasBody: method == "GET")?.status == 200)
                }
            }
        }
    }

    @Test(arguments: Transport.allCases)
    func `HEAD is answered as GET, without the body`(over transport: Transport) async throws {
        try await withNode(over: transport) { node in
            for path in Self.entrances + [try Self.asset("icon-192.png")] {
                let (get, head) = (try await node.get("/\(path)"), try await node.send(.head, "/\(path)"))
                #expect(head.status == .ok)
                #expect(head.body.readableBytes == 0)
                #expect(head.headers[.contentLength] == String(get.body.readableBytes))
                #expect(head.headers[.contentType] == get.headers[.contentType])
            }
        }
    }

    // MARK: Refused paths

    @Test(
        arguments: Transport.allCases,
        [
            "web/AAAAAAAAAAAAAAAAAAAAAA/main.js", "web/main.js", "web/", "web", "web/VERSION", "web/VERSION/",
            "web/VERSION/index.html", "web/VERSION/sw.js", "web/VERSION/main.js/", "web/VERSION//main.js",
            "web/VERSION/MAIN.JS", "web/VERSION/../index.html", "web/VERSION/../../Package.swift",
            "web/VERSION/..%2F..%2FPackage.swift", "web/VERSION/%2e%2e/main.js", "web/VERSION/./main.js",
            "web/VERSION/main%2Ejs", "web/VERSION/main.js%00", "index.html", "sw.js/",
            "web/%2Fetc%2Fpasswd", "main.js", "web/*/main.js",
        ])
    func `other versions, names and paths get 404 or 400`(over transport: Transport, path: String) async throws {
        let version = try WebClient(files: .sample).version
        try await withNode(over: transport) { node in
            let answer = try await node.get("/" + path.replacing("VERSION", with: version))
            #expect(answer.status == .notFound || answer.status == .badRequest, "\(answer.status)")
            #expect(answer.headers[.cacheControl] == "no-store")
        }
    }

    @Test func `a browser gets no other service worker than the node's`() async throws {
        let field = try #require(HTTPField.Name("Service-Worker"))
        try await withNode(over: .router) { node in
            for path in ["/sw.js", "/chat/sw.js"] {
                #expect(try await node.send(.get, path, headers: [field: "script"]).status == .ok)
            }
            for path in ["/", "/chat/", "/\(try Self.asset("main.js"))", "/test.html", "/service-worker.js"] {
                #expect(try await node.send(.get, path, headers: [field: "script"]).status == .notFound)
            }
        }
    }

    @Test func `the web client is refused to foreign hosts and to POST`() async throws {
        try await withNode(over: .router) { node in
            let answer = try await node.post("/", "a=b")
            #expect(answer.code == .methodNotAllowed)
        }
        try await withListeningNode { port, _ in
            let answer = try await exchange("GET / HTTP/1.1\r\nHost: rebound.example\r\n\r\n", with: port)
            #expect(answer?.status == 421)
        }
    }

    // MARK: The version

    @Test func `the version changes with every byte, name and file, and not with their order`() throws {
        let version = try WebClient(files: .sample).version
        #expect(version.utf8.count == 22)
        #expect(try WebClient(files: .sample.reversed()).version == version)
        var versions: Set = [version]
        for index in [WebFile].sample.indices {
            var files = [WebFile].sample
            files[index] = WebFile(name: files[index].name, bytes: files[index].bytes + [0x20])
            versions.insert(try WebClient(files: files).version)
        }
        let renamed = [WebFile].sample.map { $0.name == "main.js" ? WebFile(name: "nain.js", bytes: $0.bytes) : $0 }
        versions.insert(try WebClient(files: renamed).version)
        #expect(versions.count == [WebFile].sample.count + 2)
        versions.insert(try WebClient(files: .sample + [WebFile("a.js", "")]).version)
        // Bytes that move from a file's content into the next file's name.
        versions.insert(try WebClient(files: .sample + [WebFile("a", "b"), WebFile("c", "")]).version)
        versions.insert(try WebClient(files: .sample + [WebFile("a", ""), WebFile("bc", "")]).version)
        #expect(versions.count == [WebFile].sample.count + 5)
    }

    // MARK: The folder

    @Test(arguments: ["index.html", "sw.js", "manifest.webmanifest", "icon-192.png"])
    func `a missing file is named in the error`(name: String) {
        let files = [WebFile].sample.filter { $0.name != name }
        let error = #expect(throws: WebClientError.self) { try WebClient(files: files) }
        #expect(error == .missing(name))
    }

    @Test func `a folder is read with its folders, without hidden files; a missing one is named in the error`()
        throws
    {
        let folder = try TemporaryFolder()
        let url = URL(filePath: folder.path)
        let inner = url.appending(path: "model", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: false)
        try Data("x".utf8).write(to: url.appending(path: "b.js"))
        try Data("y".utf8).write(to: inner.appending(path: "c.js"))
        for folder in [url, inner] { try Data().write(to: folder.appending(path: ".DS_Store")) }
        #expect(Set(try WebFolder.files(in: url)) == [WebFile("b.js", "x"), WebFile("model/c.js", "y")])
        let text = String(repeating: "x", count: 100)
        try Data(text.utf8).write(to: url.appending(path: "b.js"))
        try Data("z".utf8).write(to: url.appending(path: "b.js.gz"))
        let found = try WebFolder.files(in: url)
        #expect(Set(found.map(\.name)) == ["b.js", "model/c.js"])
        #expect(found.first { $0.name == "b.js" }?.gzipped == Array("z".utf8))
        let error = #expect(throws: WebClientError.self) { try WebFolder.files(in: url.appending(path: "none")) }
        guard case .unreadable(let path, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(path.contains("\(folder.path)/none"))
    }

    @Test func `every file that the real web client loads is in its folder`() async throws {
        let client = try WebClient()
        #expect(!client.assets.isEmpty)
        // Other names would need escapes in a path.
        for (path, _) in client.assets { #expect(path.wholeMatch(of: /[A-Za-z0-9\/._\-]+/) != nil, "\(path)") }
        for file in try WebFolder.files(in: WebFolder.nextToProgram) where file.mediaType.hasSuffix("utf-8") {
            let text = try #require(String(validating: file.bytes, as: UTF8.self), "\(file.name)")
            for name in named(in: text) {
                #expect(client.assets.contains { $0.path.hasSuffix("/\(name)") }, "\(name), in \(file.name)")
            }
        }
    }

    @Test func `the test finds the files named in markup and in imports`() {
        #expect(named(in: "<img src=\"web/{{version}}/icon.svg\">") == ["icon.svg"])
        #expect(named(in: "import { a } from './dom.js';") == ["dom.js"])
        #expect(named(in: "await import('./late.js'); import \"./effect.js\"") == ["late.js", "effect.js"])
    }

    /// Returns the names of the web client's files that a file of it mentions.
    private func named(in text: String) -> [String] {
        text.matches(of: /(?:web\/\{\{version\}\}\/|(?:from|import)\s*\(?\s*["']\.\/)([^"'\s]+)/).map { String($0.1) }
    }
}

/// Decompresses bytes with the program gzip.
private func unzipped(_ bytes: [UInt8]) throws -> [UInt8] {
    let folder = try TemporaryFolder()
    let file = URL(filePath: folder.path).appending(path: "file.gz")
    try Data(bytes).write(to: file)
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["gzip", "-dc", file.path]
    process.standardOutput = output
    try process.run()
    defer { process.waitUntilExit() }
    return Array(try output.fileHandleForReading.readToEnd() ?? Data())
}
