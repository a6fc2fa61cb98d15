import ChatServer
import Foundation
import TestSupport
import Testing

@testable import tidings

struct OwnerArgumentsTests {
    @Test(arguments: [
        ("https://chat.example.org", "https://chat.example.org"),
        ("https://chat.example.org/", "https://chat.example.org"),
        ("https://chat.example.org:8443", "https://chat.example.org:8443"),
        ("http://localhost:9000", "http://localhost:9000"),
        ("http://127.0.0.1:9000", "http://127.0.0.1:9000"),
    ])
    func `a public address is https, or http on this machine`(argument: String, origin: String) throws {
        #expect(try NodeConfiguration.publicOrigin(argument).description == origin)
    }

    @Test(arguments: [
        ("chat.example.org", "is not an address without a path"), ("https://chat.example.org/chat", "without a path"),
        ("http://chat.example.org", "everyone on the way could read"), ("", "is not an address"),
    ])
    func `another public address is refused with what to write`(argument: String, words: String) {
        let error = #expect(throws: StartError.self) { try NodeConfiguration.publicOrigin(argument) }
        #expect(error?.sentence.contains(words) == true && error?.sentence.contains("https://") == true)
    }

    @Test func `the command for the owner has full paths and is quoted for a shell`() {
        let command = NodeConfiguration.openCommand(folder: "/home/anna/my chat's", program: "/home/anna/tidings")
        #expect(command == #"/home/anna/tidings open --data '/home/anna/my chat'\''s'"#)
        #expect(NodeConfiguration.openCommand(folder: "/srv", program: "tidings") == "tidings open --data /srv")
        let here = FileManager.default.currentDirectoryPath
        #expect(
            NodeConfiguration.openCommand(folder: "data", program: "./tidings")
                .hasSuffix("\(here)/tidings open --data \(here)/data"))
    }

    @Test func `root, the node's user and nobody are no further owners`() throws {
        #expect(try NodeConfiguration.owners(["root"], environment: [:]).isEmpty)
        #expect(try NodeConfiguration.owners([], environment: ["SUDO_UID": "65534"]).isEmpty)
        #expect(try NodeConfiguration.owners([], environment: ["SUDO_UID": "x"]).isEmpty)
        #expect(try NodeConfiguration.owners([], environment: ["SUDO_UID": "4711"]) == [4711])
    }

    @Test func `a start without further owners closes the folder to other users again`() async throws {
        let folder = try TemporaryFolder()
        let data = folder.path + "/data"
        for (owners, mode) in [(["--owner", "daemon"], 0o711), ([], 0o700)] {
            let program = try await Program(serving: data, owners)
            _ = try await program.address()
            #expect(try self.mode(data) == mode)
            await program.terminate()
        }
        // A mode that the node does not set is its user's choice.
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: data)
        let program = try await Program(serving: data)
        _ = try await program.address()
        #expect(try mode(data) == 0o755)
        await program.terminate()
    }

    private func mode(_ path: String) throws -> Int? {
        (try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber)?.intValue
    }
}
