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
            throw PullFailure(error.kind)
        }
    }

    func messages(_ digests: [Digest]) async throws(PullFailure) -> [UInt8] {
        do {
            return try await client.log(digests)
        } catch {
            throw PullFailure(error.kind)
        }
    }
}

extension PullFailure {
    fileprivate init(_ kind: ChatClientError.Kind) {
        self =
            switch kind {
            case .unreachable(let problem): .unreachable(problem)
            case .brokenOff(let problem): .brokenOff(problem)
            case .noAnswer(let time): .noAnswer(after: time)
            case .tooSlow: .tooSlow
            case .tooLarge: .tooLarge
            case .cursorUnknown(let sentence): .cursorUnknown(sentence: sentence)
            case .refused(let status, let refusal): .refused(status: status, refusal)
            case .noPage(let reason): .noPage(reason: reason)
            }
    }
}
