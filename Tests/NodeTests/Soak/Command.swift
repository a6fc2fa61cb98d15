import Foundation

/// Another program, run to its end.
enum Command {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// - Returns: what it wrote, standard error included; less than a pipe holds.
    /// - Throws: ``Failure`` with that where its exit status is not 0.
    @discardableResult
    static func run(_ words: [String]) async throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = words
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        let status = try await withCheckedThrowingContinuation { caller in
            process.terminationHandler = { caller.resume(returning: $0.terminationStatus) }
            do {
                try process.run()
            } catch {
                caller.resume(throwing: error)
            }
        }
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        guard status == 0 else {
            throw Failure(description: "\(words.joined(separator: " ")) ended with status \(status): \(text)")
        }
        return text
    }
}
