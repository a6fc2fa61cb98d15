import ChatClient
import ChatModel
import ChatReplication

/// A peer's log, fetched over HTTP with `ChatClient`.
struct HTTPLogSource: LogSource {
    let client: ChatClient

    func page(_ request: PullRequest) async throws(PullFailure) -> [UInt8] {
        do {
            return try await client.log(request)
        } catch {
            throw PullFailure(Self.kind(of: error.kind), error.sentence)
        }
    }

    private static func kind(of kind: ChatClientError.Kind) -> PullFailure.Kind {
        switch kind {
        case .unreachable, .refused, .noPage: .failed
        case .noAnswer, .tooSlow: .tooSlow
        case .tooLarge: .tooLarge
        case .cursorUnknown: .cursorUnknown
        }
    }
}
