import ChatClient
import Foundation
import TestSupport
import Testing

/// The examples of the README, run as they stand there: CONTRIBUTING.md describes how they are marked.
@Suite("The README", .timeLimit(.minutes(1)))
struct ReadmeTests {
    @Test("shows what commands print")
    func examples() async throws {
        let folder = try TemporaryFolder()
        let program = try await Program(["--data", folder.path, "--listen", "127.0.0.1:0"])
        let address = try await program.address()
        let examples = try Example.all(inReadmeFor: "127.0.0.1:\(address.port)")
        #expect(examples.count > 10)
        for example in examples {
            let (status, output) = try await run(example.command)
            #expect(status == 0, "\(example.command)")
            #expect(example.matches(output), "\(example.command)\nprinted\n\(output)\ninstead of\n\(example.output)")
        }
        program.send(SIGTERM)
        #expect(await program.exitStatus == 0)
    }

    private func run(_ command: String) async throws -> (status: Int32, output: String) {
        let shell = Process()
        shell.executableURL = URL(filePath: "/bin/sh")
        shell.arguments = ["-c", command]
        let output = Pipe()
        shell.standardOutput = output
        shell.standardError = FileHandle.nullDevice
        try shell.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        shell.waitUntilExit()
        return (shell.terminationStatus, text)
    }
}

/// A command of the README and what it prints.
private struct Example {
    let command: String
    let output: String

    static func all(inReadmeFor address: String) throws -> [Example] {
        let readme = URL(filePath: #filePath).appending(path: "../../../README.md").standardized
        let text = try String(contentsOf: readme, encoding: .utf8).replacing("127.0.0.1:8080", with: address)
        return text.matches(of: /<!-- test -->\n```console\n((?s).*?)```/).flatMap { all(in: $0.output.1) }
    }

    private static func all(in block: Substring) -> [Example] {
        ("\n" + block).split(separator: "\n$ ").map { example in
            let lines = example.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
            return Example(command: String(lines[0]), output: lines.count > 1 ? String(lines[1]) : "")
        }
    }

    /// `…` stands for any characters within a line; a line feed at the end makes no difference.
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
