import ChatClient
import ChatExchange
import ChatLink
import ChatModel
import ChatReplication
import Synchronization

/// A peer's log, requested over a link that this node opens or, if it cannot open one, handed over by the peer.
///
/// What works is used, and what did not is tried again now and then, so the way changes with the network.
final class ReachableLog: LogSource {
    private let key: PublicKey
    private let transport: LinkTransport
    private let dialed: LinkLogSource
    private let queue: HandOverQueue
    private let time: any TimeSource
    private let choice = Mutex(HandOverChoice())

    init(_ key: PublicKey, over transport: LinkTransport, _ queue: HandOverQueue, time: any TimeSource) {
        self.key = key
        self.transport = transport
        dialed = LinkLogSource(transport: transport)
        self.queue = queue
        self.time = time
    }

    func page(_ request: PullRequest) async throws(PullFailure) -> [UInt8] {
        try await answer(to: .page(request)) { () async throws(PullFailure) in try await self.dialed.page(request) }
    }

    func messages(_ digests: [Digest]) async throws(PullFailure) -> [UInt8] {
        try await answer(to: .messages(digests)) { () async throws(PullFailure) in
            try await self.dialed.messages(digests)
        }
    }

    private func answer(
        to content: HandOverRequest.Content, dial: () async throws(PullFailure) -> [UInt8]
    ) async throws(PullFailure) -> [UInt8] {
        if choice.withLock({ $0.waitsForPeer(isPresent: queue.isPresent(key)) }) {
            dialNowAndThen()
            return try await queue.answer(to: content, from: key)
        }
        do {
            let bytes = try await dial()
            choice.withLock { $0.dialed() }
            return bytes
        } catch {
            let now = time.monotonic
            guard choice.withLock({ $0.failed(error, isPresent: queue.isPresent(key), at: now) }) else { throw error }
            return try await queue.answer(to: content, from: key)
        }
    }

    /// Tries to open a link beside the requests that the peer answers.
    private func dialNowAndThen() {
        let now = time.monotonic
        guard choice.withLock({ $0.startTrial(at: now) }) else { return }
        Task { [transport] in
            let isDialed = (try? await transport.dial()) != nil
            self.choice.withLock { $0.endTrial(isDialed: isDialed) }
        }
    }
}
