import ChatClient
import ChatLink
import ChatModel
import ChatReplication

/// A peer's log, fetched over links.
struct LinkLogSource: LogSource {
    let transport: LinkTransport

    func page(_ request: PullRequest) async throws(PullFailure) -> [UInt8] {
        do throws(ChatClientError.Kind) {
            return try await transport.log(request)
        } catch {
            throw PullFailure(error)
        }
    }

    func messages(_ digests: [Digest]) async throws(PullFailure) -> [UInt8] {
        do throws(ChatClientError.Kind) {
            return try await transport.log(digests)
        } catch {
            throw PullFailure(error)
        }
    }
}
