import ChatClient
import ChatModel
import ChatReplication

/// A peer's log, fetched over plain HTTP or over links.
struct PeerLog: LogSource {
    let transport: any Transport

    func page(_ request: PullRequest) async throws(PullFailure) -> [UInt8] { try await transport.log(request) }

    func messages(_ digests: [Digest]) async throws(PullFailure) -> [UInt8] { try await transport.log(digests) }
}
