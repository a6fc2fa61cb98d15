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
    private struct State {
        /// Whether the last attempt to open a link has failed.
        var cannotDial = false
        var lastDialed: Duration?
        var isDialing = false
    }

    /// While the peer hands its pages over, a link is tried again after this time.
    private static let dialInterval = Duration.seconds(60)

    private let key: PublicKey
    private let transport: LinkTransport
    private let dialed: LinkLogSource
    private let queue: HandOverQueue
    private let time: any TimeSource
    private let state = Mutex(State())

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
        if state.withLock({ $0.cannotDial }), queue.isPresent(key) {
            dialNowAndThen()
            return try await queue.answer(to: content, from: key)
        }
        do {
            let bytes = try await dial()
            state.withLock { $0.cannotDial = false }
            return bytes
        } catch {
            guard case .unreachable(let problem) = error, problem != .cancelled, queue.isPresent(key) else {
                throw error
            }
            state.withLock { state in
                state.cannotDial = true
                state.lastDialed = time.monotonic
            }
            return try await queue.answer(to: content, from: key)
        }
    }

    /// Tries to open a link beside the requests that the peer answers.
    private func dialNowAndThen() {
        let now = time.monotonic
        let isDue = state.withLock { state in
            guard !state.isDialing, state.lastDialed.map({ now - $0 > Self.dialInterval }) ?? true else { return false }
            (state.isDialing, state.lastDialed) = (true, now)
            return true
        }
        guard isDue else { return }
        Task { [transport] in
            let isDialed = (try? await transport.dial()) != nil
            self.state.withLock { state in
                state.isDialing = false
                if isDialed { state.cannotDial = false }
            }
        }
    }
}
