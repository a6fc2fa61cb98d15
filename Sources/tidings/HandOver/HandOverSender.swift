import ChatClient
import ChatExchange
import ChatLink
import ChatModel
import ChatReplication
import ChatStore
import ChatXML
import Logging
import Synchronization

/// Hands this node's pages over to a peer that cannot dial this node: asks the peer over a link what it requests, reads the
/// answer from the store as for a pull, and sends it.
struct HandOverSender: Sendable {
    /// The requests that are answered at one time. A puller has one, and sometimes one more; a hostile peer may give out as
    /// many as it likes.
    private static let requestsAtOnce = 4
    /// The pause after the peer was busy with other pages. Each further one is twice as long.
    private static let firstBusyPause = Duration.seconds(1)

    /// What became of an answer.
    private enum Outcome {
        /// The peer has it, or requests it again.
        case ended
        case peerIsBusy
        case tooSlow
    }

    /// The wait for new messages that was begun last. A puller that requests a page has given up the request before it.
    private final class LatestWait: Sendable {
        private let end = Mutex<(@Sendable () -> Void)?>(nil)

        func begin(endedBy end: @escaping @Sendable () -> Void) {
            let former = self.end.withLock { current in
                defer { current = end }
                return current
            }
            former?()
        }
    }

    let peer: PublicKey
    let transport: LinkTransport
    let store: ChatStore
    let node: NodeIdentity
    let longPoll: LongPoll
    /// Limits the pages that the senders to all peers send at one time.
    let turns: Turns<PublicKey>
    let time: any TimeSource
    /// When the peer last requested this node's log over a link that it has opened, on the monotonic clock.
    let lastPull: @Sendable () -> Duration?
    /// Notes a request of the peer.
    let note: @Sendable (PullRequest, _ confirmed: LogID?) -> Void

    /// Hands pages over until the task is cancelled.
    func run() async {
        var session = HandOverSession(.random())
        let latestWait = LatestWait()
        await withTaskGroup(of: Void.self) { group in
            var answering = 0
            while !Task.isCancelled {
                let rest = session.rest(since: lastPull(), at: time.monotonic)
                guard rest <= .zero else {
                    try? await time.sleep(for: rest)
                    continue
                }
                do {
                    let request = try await transport.handOverRequest(
                        of: peer, session: session.session, waitSeconds: HandOverSession.waitSeconds)
                    session.answered()
                    guard let request else { continue }
                    if answering == Self.requestsAtOnce {
                        await group.next()
                        answering -= 1
                    }
                    group.addTask { await self.answer(request, latestWait) }
                    answering += 1
                } catch {
                    try? await time.sleep(for: session.failed(next: .random()))
                }
            }
            group.cancelAll()
        }
    }

    private func answer(_ request: HandOverRequest, _ latestWait: LatestWait) async {
        let end = time.monotonic + .seconds(request.content.waitSeconds) + HandOverRequest.transferTime
        if case .page(let pull) = request.content { await wait(for: pull, latestWait) }
        var pause = Self.firstBusyPause
        while !Task.isCancelled, time.monotonic < end {
            switch await handOver(request, before: end) {
            case .ended:
                return
            case .tooSlow:
                // The page was too large for the network: the peer then requests a smaller one.
                let failure = Answer.failure(Refusal(.requestTimeout, "The page did not arrive in time."))
                try? await transport.handOver(failure.xml, for: request.id, status: 408)
                return
            case .peerIsBusy:
                try? await time.sleep(for: pause)
                pause *= 2
            }
        }
    }

    /// Waits for new messages, as a pull does. ``handOver(_:before:)`` reads them: a request that waits for its turn holds no
    /// page.
    private func wait(for pull: PullRequest, _ latestWait: LatestWait) async {
        let slice = Result { try store.read(LogQuery(pull)) }
        note(pull, (try? slice.get()) == nil ? nil : pull.from.provenPosition?.id)
        _ = try? await longPoll.slice(LogQuery(pull), after: slice.get(), within: .seconds(pull.waitSeconds)) {
            latestWait.begin(endedBy: $0)
        }
    }

    /// Reads the answer to a request and sends it.
    ///
    /// - Parameter end: when the peer gives up.
    private func handOver(_ request: HandOverRequest, before end: Duration) async -> Outcome {
        guard await turns.begin(peer) != nil else { return .ended }
        defer { turns.end() }
        guard time.monotonic < end else { return .ended }
        let (status, page) = page(request.content)
        do {
            try await transport.handOver(page, for: request.id, status: status)
        } catch .refused(status: 503, let refusal) where refusal?.code == .busy {
            return .peerIsBusy
        } catch .noAnswer, .tooSlow, .refused(status: 408, _) {
            return .tooSlow
        } catch {
            // The peer requests it again.
        }
        return .ended
    }

    /// Returns the answer that the peer would get if it pulled.
    private func page(_ content: HandOverRequest.Content) -> (status: Int, bytes: [UInt8]) {
        let query =
            switch content {
            case .messages(let digests): LogQuery(messages: digests)
            case .page(let pull): LogQuery(pull)
            }
        do {
            return (200, node.page(of: try store.read(query), .log))
        } catch {
            let code = error.code
            let status = code == .cursorUnknown ? 409 : 503
            return (status, Answer.failure(Refusal(code, "The node could not read its log (\(code)).")).xml)
        }
    }
}
