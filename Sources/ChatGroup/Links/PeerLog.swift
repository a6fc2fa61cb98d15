package import ChatClient
package import ChatModel
internal import ChatReplication

/// A peer's log, fetched over plain HTTP or over links.
package struct PeerLog: LogSource {
    let transport: any Transport

    package init(transport: any Transport) {
        self.transport = transport
    }

    package func page(_ request: PullRequest) async throws(PullFailure) -> [UInt8] { try await transport.log(request) }

    package func messages(_ digests: [Digest]) async throws(PullFailure) -> [UInt8] { try await transport.log(digests) }
}
