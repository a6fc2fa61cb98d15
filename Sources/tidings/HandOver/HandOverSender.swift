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
    /// The pauses after the peer was busy with other pages: each is twice as long as the one before.
    private static let busyPauses = Duration.seconds(1)...Duration.seconds(8)

    /// What became of an answer.
    private enum Outcome {
        /// The peer has it, or requests it again.
        case ended
        case peerIsBusy
        case tooSlow
    }

    /// The wait for new messages that was begun last. It ends the one before: a puller has one request that waits, so it has
    /// given up that one, or has given it out again after a broken link.
    private final class LatestWait: Sendable {
        private struct Wait {
            let number: Int
            let request: UInt64
            let end: @Sendable () -> Void
        }

        private let latest = Mutex<Wait?>(nil)

        /// Begins a wait and ends the one before.
        ///
        /// - Returns: the number of the wait.
        func begin(_ request: UInt64, endedBy end: @escaping @Sendable () -> Void) -> Int {
            let (number, former) = latest.withLock { latest in
                let (number, former) = ((latest?.number ?? 0) + 1, latest)
                latest = Wait(number: number, request: request, end: end)
                return (number, former)
            }
            former?.end()
            return number
        }

        /// Whether another wait, for the same request, has ended a wait.
        func isRepeated(_ number: Int, _ request: UInt64) -> Bool {
            latest.withLock { $0.map { $0.request == request && $0.number != number } ?? false }
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
                    let wait = Duration.seconds(request.content.waitSeconds)
                    let end = time.monotonic + wait + HandOverRequest.transferTime
                    if answering == Self.requestsAtOnce {
                        await group.next()
                        answering -= 1
                    }
                    group.addTask { await self.answer(request, before: end, latestWait) }
                    answering += 1
                } catch {
                    try? await time.sleep(for: session.failed(next: .random()))
                }
            }
            group.cancelAll()
        }
    }

    /// - Parameter end: when the peer gives up.
    private func answer(_ request: HandOverRequest, before end: Duration, _ latestWait: LatestWait) async {
        if case .page(let pull) = request.content {
            guard await wait(for: pull, of: request.id, latestWait) else { return }
        }
        var pause = Self.busyPauses.lowerBound
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
                try? await time.sleep(for: min(pause, end - time.monotonic))
                pause = min(pause * 2, Self.busyPauses.upperBound)
            }
        }
    }

    /// Waits for a new message, as a pull does. ``handOver(_:before:)`` reads the page: a request that waits for its turn holds
    /// none.
    ///
    /// - Returns: false if the same request waits again, so that it gets its answer there.
    private func wait(for pull: PullRequest, of request: UInt64, _ latestWait: LatestWait) async -> Bool {
        let query = LogQuery(log: pull.from, limit: 1)
        let slice = Result { try store.read(query) }
        note(pull, (try? slice.get()) == nil ? nil : pull.from.provenPosition?.id)
        var number: Int?
        _ = try? await longPoll.slice(query, after: slice.get(), within: .seconds(pull.waitSeconds)) {
            number = latestWait.begin(request, endedBy: $0)
        }
        return number.map { !latestWait.isRepeated($0, request) } ?? true
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
