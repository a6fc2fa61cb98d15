import ChatClient
import ChatModel
import Foundation
import TestSupport
import Testing

/// Runs the marked examples of the documents. CONTRIBUTING.md describes how an example is marked and what it may use.
@Suite(.timeLimit(.minutes(1)))
struct ExamplesTests {
    @Test(arguments: try Document.all().filter { !$0.examples.isEmpty })
    func `the examples of a document print what it shows`(document: Document) async throws {
        let folder = try TemporaryFolder()
        try await stoppedNode(in: folder.path + "/data")
        let program = try await Program(["--data", folder.path + "/node", "--listen", "127.0.0.1:0"])
        let address = try await program.address()
        let names = ["127.0.0.1:8080": "127.0.0.1:\(address.port)", ".build/release/tidings": Program.built.path]
        for example in document.examples {
            let example = example.replacing(names)
            let (status, output) = try await run(example.command, in: folder.path)
            #expect(status == 0, "\(example.command)")
            #expect(example.matches(output), "\(example.command)\nprinted\n\(output)\ninstead of\n\(example.output)")
        }
        program.send(SIGTERM)
        #expect(await program.exitStatus == 0)
    }

    @Test func `the README, both protocols and the operations have examples`() throws {
        let names = try Document.all().filter { !$0.examples.isEmpty }.map(\.name)
        #expect(Set(names).isSuperset(of: ["README.md", "docs/protocol.md", "docs/nodes.md", "docs/operations.md"]))
    }

    @Test(arguments: try Document.all())
    func `every relative link of a document leads to a file`(document: Document) {
        for link in document.links {
            let file = document.url.deletingLastPathComponent().appending(path: link)
            #expect(FileManager.default.fileExists(atPath: file.path), "\(link)")
        }
    }

    @Test(arguments: try Document.all())
    func `every path in a document exists in the repository`(document: Document) {
        for path in document.paths {
            #expect(FileManager.default.fileExists(atPath: document.root.appending(path: path).path), "\(path)")
        }
    }

    @Test(arguments: FailureCode.registry)
    func `the protocol lists every failure code that a node sends`(code: FailureCode) throws {
        let protocols = try Document.all().filter { ["docs/protocol.md", "docs/nodes.md"].contains($0.name) }
        #expect(protocols.contains { $0.text.contains("`\(code)`") } == !FailureCode.neverSent.contains(code))
    }

    @Test func `every type, member and test that a document about the sources names is in the sources`() throws {
        let documents = try Document.all().filter(\.isAboutSources)
        let first = try #require(documents.first)
        let folders = ["Sources", "Tests"]
        let files = folders.flatMap(first.swiftFiles)
        let sources = try files.map { try String(contentsOf: $0, encoding: .utf8) }.joined(separator: "\n")
        let declared = sources.matches(of: /(?:struct|class|enum|protocol|actor|typealias) ([A-Z][A-Za-z0-9]*)/)
        let targets = try folders.flatMap {
            try FileManager.default.contentsOfDirectory(atPath: first.root.appending(path: $0).path)
        }
        let known = Set(declared.map { String($0.output.1) }).union(targets)
            .union(files.map { $0.deletingPathExtension().lastPathComponent })
            .union(["AsyncHTTPClient", "GiB", "MiB"])
        let declaredMembers = sources.matches(of: /(?:func|var|let|case) ([a-z][A-Za-z0-9]*)/)
        let knownMembers = Set(declaredMembers.map { String($0.output.1) })
        for document in documents {
            let named = document.text.matches(of: /\b([A-Z][a-z]+[A-Z][A-Za-z0-9]*)\b/)
            #expect(Set(named.map { String($0.output.1) }).subtracting(known) == [], "\(document.name)")
            let members = document.text.matches(of: /`[A-Z][A-Za-z]*\.([a-z][A-Za-z]*)`/)
                .map { String($0.output.1) }.filter { $0 != "swift" }
            #expect(Set(members).subtracting(knownMembers) == [], "\(document.name)")
            for match in document.text.matches(of: /Tests`: "([^"]+)"/) {
                // A value of its own, because a failed expectation prints its operands: all sources.
                let isDeclared = sources.contains("func `\(match.output.1)`")
                #expect(isDeclared, "\(document.name): \(match.output.1)")
            }
        }
    }

    /// Leaves the folder of a node that was started and stopped.
    private func stoppedNode(in folder: String) async throws {
        let program = try await Program(["--data", folder, "--listen", "127.0.0.1:0"])
        _ = try await program.address()
        program.send(SIGTERM)
        #expect(await program.exitStatus == 0)
    }

    private func run(_ command: String, in folder: String) async throws -> (status: Int32, output: String) {
        let shell = Process()
        shell.executableURL = URL(filePath: "/bin/sh")
        shell.arguments = ["-c", command]
        shell.currentDirectoryURL = URL(filePath: folder)
        let output = Pipe()
        shell.standardOutput = output
        shell.standardError = FileHandle.nullDevice
        try shell.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        shell.waitUntilExit()
        return (shell.terminationStatus, text)
    }
}

/// A Markdown file of the repository.
struct Document: Sendable, CustomTestStringConvertible {
    /// The path in the repository.
    let name: String
    let root: URL
    let text: String

    var url: URL { root.appending(path: name) }

    /// Whether the document describes the sources, so that the names in it are names of types and tests.
    var isAboutSources: Bool {
        ["docs/architecture.md", "docs/glossary.md", "docs/store-format.md"].contains(name)
            || name.hasPrefix("docs/decisions/")
    }

    /// The Markdown files in the root, in `docs` and in `docs/decisions`.
    static func all() throws -> [Document] {
        let root = URL(filePath: #filePath).appending(path: "../../..").standardized
        return try ["", "docs/", "docs/decisions/"].flatMap { folder in
            try FileManager.default.contentsOfDirectory(atPath: root.path + "/" + folder).sorted()
                .filter { $0.hasSuffix(".md") }
                .map { try Document(name: folder + $0, in: root) }
        }
    }

    private init(name: String, in root: URL) throws {
        self.name = name
        self.root = root
        text = try String(contentsOf: root.appending(path: name), encoding: .utf8)
    }

    var testDescription: String { name }

    var examples: [Example] {
        text.matches(of: /<!-- test -->\n```console\n((?s).*?)```/).flatMap { Example.all(in: $0.output.1) }
    }

    /// The Swift files in a folder of the repository.
    func swiftFiles(in folder: String) -> [URL] {
        let files = FileManager.default.enumerator(at: root.appending(path: folder), includingPropertiesForKeys: nil)
        return (files?.allObjects ?? []).compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
    }

    /// The targets of relative links, without fragments.
    var links: [String] {
        text.matches(of: /\]\(([^)#:]+)(?:#[^)]*)?\)/).map { String($0.output.1) }
    }

    /// The paths in backticks, relative to the root of the repository.
    var paths: [String] {
        text.matches(of: /`((?:Sources|Tests|scripts|docs)\/[^` ]+)/).map { String($0.output.1) }
    }
}

/// A command of a document and what it prints.
struct Example: Sendable {
    let command: String
    let output: String

    /// The examples in a fenced block.
    static func all(in block: Substring) -> [Example] {
        ("\n" + block).split(separator: "\n$ ").map { example in
            let lines = example.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
            return Example(command: String(lines[0]), output: lines.count > 1 ? String(lines[1]) : "")
        }
    }

    /// The example with the names that stand for the tested node replaced by that node's own.
    func replacing(_ names: [String: String]) -> Example {
        names.reduce(self) { example, name in
            Example(
                command: example.command.replacing(name.key, with: name.value),
                output: example.output.replacing(name.key, with: name.value))
        }
    }

    /// Returns whether the example prints this. `…` stands for any characters within a line; a line feed at the end
    /// makes no difference.
    func matches(_ printed: String) -> Bool {
        let expected = lines(output)
        let printed = lines(printed)
        return expected.count == printed.count && zip(expected, printed).allSatisfy(Self.matches)
    }

    private func lines(_ text: String) -> [Substring] {
        let end = text.hasSuffix("\n") ? text.index(before: text.endIndex) : text.endIndex
        return text[..<end].split(separator: "\n", omittingEmptySubsequences: false)
    }

    private static func matches(_ expected: Substring, _ printed: Substring) -> Bool {
        let pieces = expected.split(separator: "…", omittingEmptySubsequences: false)
        guard let first = pieces.first, let last = pieces.last, pieces.count > 1 else { return expected == printed }
        var rest = printed
        guard rest.hasPrefix(first) else { return false }
        rest.removeFirst(first.count)
        for piece in pieces.dropFirst().dropLast() where !piece.isEmpty {
            guard let range = rest.firstRange(of: piece) else { return false }
            rest = rest[range.upperBound...]
        }
        return rest.hasSuffix(last)
    }
}
