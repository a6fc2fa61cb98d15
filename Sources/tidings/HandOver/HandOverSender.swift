import ChatClient
import ChatExchange
import ChatLink
import ChatModel
import ChatReplication
import ChatStore
import ChatXML
import Logging

/// Hands this node's pages over to a peer that cannot dial this node: asks the peer over a link what it requests, reads the
/// answer from the store as for a pull, and sends it.
struct HandOverSender: Sendable {
    /// The requests that are answered at one time. A puller has one, and sometimes one more; a hostile peer may give out as
    /// many as it likes.
    private static let requestsAtOnce = 4
    /// The pause before a page is sent again to a peer at which too many pages arrived.
    private static let busyPause = Duration.seconds(1)

    let peer: PublicKey
    let transport: LinkTransport
    let store: ChatStore
    let node: NodeIdentity
    let longPoll: LongPoll
    /// The turns at holding a page, of the senders to all peers.
    let turns: Turns<PublicKey>
    let time: any TimeSource
    /// When the peer last requested this node's log over a link that it has opened, on the monotonic clock.
    let lastPull: @Sendable () -> Duration?
    /// Notes a request of the peer.
    let note: @Sendable (PullRequest, _ confirmed: LogID?) -> Void

    /// Hands pages over until the task is cancelled.
    func run() async {
        var session = HandOverSession(.random())
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
                    group.addTask { await self.answer(request) }
                    answering += 1
                } catch {
                    try? await time.sleep(for: session.failed(next: .random()))
                }
            }
            group.cancelAll()
        }
    }

    private func answer(_ request: HandOverRequest) async {
        if case .page(let pull) = request.content { await wait(for: pull) }
        let end = time.monotonic + HandOverRequest.transferTime
        while !Task.isCancelled, await !handOver(request), time.monotonic < end {
            try? await time.sleep(for: Self.busyPause)
        }
    }

    /// Waits as a pull does. Does not keep what it reads: a request that waits for its turn holds no page.
    private func wait(for pull: PullRequest) async {
        let slice = Result { try store.read(LogQuery(pull)) }
        note(pull, (try? slice.get()) == nil ? nil : pull.from.provenPosition?.id)
        _ = try? await longPoll.slice(LogQuery(pull), after: slice.get(), within: .seconds(pull.waitSeconds)) { _ in }
    }

    /// Reads the answer to a request and sends it.
    ///
    /// - Returns: false if the peer wants it again, because other pages were arriving there.
    private func handOver(_ request: HandOverRequest) async -> Bool {
        _ = await turns.begin(peer)
        defer { turns.end() }
        let (status, page) = page(request.content)
        do {
            try await transport.handOver(page, for: request.id, status: status)
        } catch .refused(status: 503, _) {
            return false
        } catch .noAnswer, .tooSlow, .refused(status: 408, _) {
            // The page was too large for the network: the peer then requests a smaller one.
            let failure = Answer.failure(Refusal(.requestTimeout, "The page did not arrive in time."))
            try? await transport.handOver(failure.xml, for: request.id, status: 408)
        } catch {
            // The peer requests it again.
        }
        return true
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
