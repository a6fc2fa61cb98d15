import ArgumentParser
import ChatXML

/// The end of a command that failed: a sentence on the standard error and an exit status.
enum CommandFailure {
    /// Prints the sentence of a failure.
    ///
    /// - Throws: the exit status 1.
    static func report<Value>(_ body: () async throws -> Value) async throws(ExitCode) -> Value {
        do {
            return try await body()
        } catch let failure as AdministrationSocket.Failure {
            StandardStreams.error("Error: \(failure.sentence)")
        } catch {
            StandardStreams.error("Error: The node's answer cannot be read: \(error).")
        }
        throw .failure
    }

    /// Prints the sentence. Returns the exit status 64.
    static func wrongValue(_ sentence: String) -> ExitCode {
        StandardStreams.error("Error: \(sentence)")
        return .validationFailure
    }
}
