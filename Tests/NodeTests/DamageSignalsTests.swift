import Foundation
import TestSupport
import Testing

/// Programs that end by a signal because of damage to their database.
@Suite(.serialized, .timeLimit(.minutes(2)))
struct DamageSignalsTests {
    @Test func `a program whose database is cut short while it runs says why it ends`() async throws {
        let folder = try TemporaryFolder()
        let program = try await Program(serving: folder.path)
        try await Visitor.visit(try await program.address()) { visitor in
            let answer = try await visitor.post("hello")
            #expect(answer.status == 200)
        }
        try Data().write(to: URL(filePath: folder.path + "/data.mdb"), options: [])
        // The watch over the file reads it within two seconds.
        _ = await program.exitStatus
        let errors = await program.errors
        #expect(errors.contains("Error: The node ends, because a part of data.mdb could not be read"))
        #expect(!errors.contains("Backtrac"))
    }

    @Test(arguments: [SIGBUS, SIGSEGV, SIGABRT, SIGFPE])
    func `a program that a signal of damage ends names the check, without a backtrace`(signal: Int32) async throws {
        let folder = try TemporaryFolder()
        let program = try await Program(serving: folder.path)
        _ = try await program.address()
        program.send(signal)
        #expect(await program.exitStatus == signal)
        let errors = await program.errors
        #expect(errors.contains("Run tidings check with the same --data"), "\(errors)")
        #expect(!errors.contains("Backtrac"))
    }

    @Test func `a program that meets LMDB pages which contradict each other names the check`() async throws {
        let folder = try TemporaryFolder()
        try await expectAbort(folder.path, status: SIGABRT) { try await Program(serving: folder.path) }
    }

    #if os(Linux)
        @Test(.enabled(if: geteuid() == 0, "Only root may make a process namespace."))
        func `the first process of a container ends after damage with the status of the signal`() async throws {
            let folder = try TemporaryFolder()
            try await expectAbort(folder.path, status: 128 + SIGABRT) {
                try await Program(
                    ["--fork", "--kill-child", Program.built.path, "serve", "--data", folder.path]
                        + ["--listen", "127.0.0.1:0"],
                    command: "--pid", program: URL(filePath: "/usr/bin/unshare"))
            }
        }
    #endif

    /// Damages the store so that LMDB calls abort(), and expects the sentence and the status of the program.
    private func expectAbort(
        _ folder: String, status: Int32, start: () async throws -> Program
    ) async throws {
        try await fill(folder, count: 400)
        let program = try await start()
        try await Visitor.visit(try await program.address()) { visitor in
            var file = try StoreFile(folder)
            file.leaveOneKeyInBranches()
            try file.save()
            // The node ends instead of answering.
            _ = try? await visitor.get("messages.php?view=log&past=0")
        }
        #expect(await program.exitStatus == status)
        #expect(await program.errors.contains("Run tidings check with the same --data"))
    }
}
