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
            throw PullFailure(error.kind, host: error.address.host)
        }
    }

    func messages(_ digests: [Digest]) async throws(PullFailure) -> [UInt8] {
        do {
            return try await client.log(digests)
        } catch {
            throw PullFailure(error.kind, host: error.address.host)
        }
    }
}
