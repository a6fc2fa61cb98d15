#if os(Linux)
    import ChatStore
    import Foundation
    import TestSupport
    import Testing

    /// Nodes on systems that refuse a system call, as some file systems and containers do. Here a filter in the kernel
    /// (seccomp) refuses it.
    @Suite(.serialized, .timeLimit(.minutes(2)))
    struct RefusedCallsTests {
        struct Refusal: Sendable, CustomTestStringConvertible {
            let call: String
            let numbers: (x86: Int, arm: Int)
            let error: Int32

            static let fsync = Refusal(call: "fsync", numbers: (74, 82), error: EINVAL)
            static let statx = Refusal(call: "statx", numbers: (332, 291), error: EPERM)
            static let fallocate = Refusal(call: "fallocate", numbers: (285, 47), error: EPERM)
            static let chmod = Refusal(call: "chmod", numbers: (90, 53), error: EPERM)
            static let flock = Refusal(call: "flock", numbers: (73, 32), error: ENOLCK)

            var testDescription: String { call }

            var number: Int {
                #if arch(x86_64)
                    numbers.x86
                #else
                    numbers.arm
                #endif
            }

            /// Starts `tidings serve` under the filter.
            func serve(_ folder: String, _ more: [String] = []) async throws -> Program {
                let script = """
                    import ctypes, os, struct, sys
                    libc = ctypes.CDLL(None, use_errno=True)
                    load, jump_equal, answer = 0x20, 0x15, 0x06
                    rules = [(load, 0, 0, 0), (jump_equal, 0, 1, \(number)), (answer, 0, 0, 0x50000 | \(error)), (answer, 0, 0, 0x7fff0000)]
                    rules = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *rule) for rule in rules))
                    program = ctypes.create_string_buffer(struct.pack("HP", 4, ctypes.addressof(rules)))
                    no_new_privileges, seccomp, mode_filter = 38, 22, 2
                    if libc.prctl(no_new_privileges, 1, 0, 0, 0) or libc.prctl(seccomp, mode_filter, program):
                        sys.exit(os.strerror(ctypes.get_errno()))
                    os.execv(sys.argv[1], sys.argv[1:])
                    """
                return try await Program(
                    [script, Program.built.path, "serve", "--data", folder, "--listen", "127.0.0.1:0"] + more,
                    command: "-c",
                    program: URL(filePath: "/usr/bin/python3"))
            }
        }

        @Test func `a node whose socket cannot be opened to an owner does not start, and names the reason`()
            async throws
        {
            let folder = try TemporaryFolder()
            let program = try await Refusal.chmod.serve(folder.path, ["--owner", "daemon"])
            #expect(await program.exitStatus == 1)
            let errors = await program.errors
            #expect(
                errors.contains(
                    "Error: The node cannot listen at admin.sock in its data folder, its socket for commands. The reason: "
                ),
                "\(errors)")
        }

        @Test(arguments: [Refusal.fsync, .statx, .fallocate, .chmod])
        func `a node runs although a call is refused without which no message is lost`(refusal: Refusal) async throws {
            let folder = try TemporaryFolder()
            // The key file is written before, because that does need fsync.
            try await fill(folder.path, count: 3)
            let program = try await refusal.serve(folder.path)
            try await Visitor.visit(try await program.address()) { visitor in
                let answer = try await visitor.post("hello")
                #expect(answer.status == 200)
                let page = try await visitor.get("messages.php")
                #expect(page.messageCount > 0)
            }
            await program.terminate()
        }

        @Test func `a node whose folder cannot be locked does not start, and names the reason`() async throws {
            let folder = try TemporaryFolder()
            let program = try await Refusal.flock.serve(folder.path)
            #expect(await program.exitStatus == 1)
            let errors = await program.errors
            #expect(
                errors.contains("Error: The folder \(folder.path) cannot be locked (No locks available)."), "\(errors)")
            #expect(!errors.contains("Another node"))
        }
    }
#endif
