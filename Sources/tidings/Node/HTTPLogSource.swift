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
            throw PullFailure(error)
        }
    }

    func messages(_ digests: [Digest]) async throws(PullFailure) -> [UInt8] {
        do {
            return try await client.log(digests)
        } catch {
            throw PullFailure(error)
        }
    }
}

extension PullFailure {
    fileprivate init(_ error: ChatClientError) {
        self =
            switch error.kind {
            case .unreachable(let problem): .unreachable(problem)
            case .brokenOff(let problem): .brokenOff(problem)
            case .noAnswer(let time): .noAnswer(after: time)
            case .tooSlow: .tooSlow
            case .tooLarge: .tooLarge
            case .cursorUnknown(let sentence): .cursorUnknown(sentence: sentence)
            case .refused(_, let refusal?) where refusal.code == .foreignHost: .hostRefused(host: error.address.host)
            case .refused(let status, let refusal): .refused(status: status, refusal)
            case .webPage: .webPage
            case .noPage(let reason): .noPage(reason: reason)
            }
    }
}
