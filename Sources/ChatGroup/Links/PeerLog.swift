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

/// The log of a member of the group, fetched over links. To a member that refuses this node, the node introduces itself: the member
/// does not know it yet, or knows that its membership has ended, and then shows why.
struct MemberLog: LogSource {
    let transport: any Transport
    /// Returns the page that shows that this node is a member; nil if it is not.
    let introduction: @Sendable () -> [UInt8]?
    /// Stores what the answer to an introduction shows. Returns whether an admission of this node has ended by it.
    let learnsEnd: @Sendable ([UInt8]) async -> Bool

    func page(_ request: PullRequest) async throws(PullFailure) -> [UInt8] {
        do {
            return try await transport.log(request)
        } catch {
            guard error.refusal == .notPaired || error.refusal == .peerRemoved, let introduction = introduction(),
                let answer = try? await transport.introduce(introduction), await !learnsEnd(answer)
            else { throw error }
            return try await transport.log(request)
        }
    }

    func messages(_ digests: [Digest]) async throws(PullFailure) -> [UInt8] { try await transport.log(digests) }
}
