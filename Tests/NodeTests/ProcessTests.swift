import Foundation
import Testing

@Suite(.serialized) struct ProcessTests {
    /// Fails several times in 1,500 rounds if Foundation's Process runs the commands.
    @Test(.timeLimit(.minutes(3)))
    func `the end of a command is noticed while a process that started with it goes on`() async throws {
        for _ in 0..<1500 {
            async let other = Program(["20"], command: "--", program: URL(filePath: "/usr/bin/sleep"))
            let start = ContinuousClock.now
            try await Command.run(["true"])
            #expect(ContinuousClock.now - start < .seconds(15))
            try await other.send(SIGKILL)
        }
    }
}
