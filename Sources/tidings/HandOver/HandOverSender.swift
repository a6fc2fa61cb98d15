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
    let peer: PublicKey
    let transport: LinkTransport
    let store: ChatStore
    let node: NodeIdentity
    let longPoll: LongPoll
    let time: any TimeSource
    /// When the peer last requested this node's log over a link that it has opened, on the monotonic clock.
    let lastPull: @Sendable () -> Duration?
    /// Notes a request of the peer.
    let note: @Sendable (PullRequest, _ confirmed: LogID?) -> Void

    /// Hands pages over until the task is cancelled.
    func run() async {
        var session = HandOverSession(.random())
        await withDiscardingTaskGroup { group in
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
                    if let request { group.addTask { await self.answer(request) } }
                } catch {
                    try? await time.sleep(for: session.failed(next: .random()))
                }
            }
            group.cancelAll()
        }
    }

    private func answer(_ request: HandOverRequest) async {
        let (status, page) = await page(request.content)
        do {
            try await transport.handOver(page, for: request.id, status: status)
        } catch .noAnswer, .tooSlow, .refused(status: 408, _) {
            // The page was too large for the network: the peer then requests a smaller one.
            let failure = Answer.failure(Refusal(.requestTimeout, "The page did not arrive in time."))
            try? await transport.handOver(failure.xml, for: request.id, status: 408)
        } catch {
            // The peer requests it again.
        }
    }

    /// Returns the answer that the peer would get if it pulled.
    private func page(_ content: HandOverRequest.Content) async -> (status: Int, bytes: [UInt8]) {
        do {
            switch content {
            case .messages(let digests):
                return (200, node.page(of: try store.read(LogQuery(messages: digests)), .log))
            case .page(let pull):
                let slice = Result { try store.read(LogQuery(pull)) }
                note(pull, (try? slice.get()) == nil ? nil : pull.from.provenPosition?.id)
                let answer = try await longPoll.slice(
                    LogQuery(pull), after: slice.get(), within: .seconds(pull.waitSeconds)
                ) { _ in }
                return (200, node.page(of: answer, .log))
            }
        } catch {
            let code = (error as? StoreError)?.code ?? .internalError
            let status = code == .cursorUnknown ? 409 : 503
            return (status, Answer.failure(Refusal(code, "The node could not read its log (\(code)).")).xml)
        }
    }
}
