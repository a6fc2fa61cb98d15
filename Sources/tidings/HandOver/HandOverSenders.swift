import ChatExchange
import ChatLink
import ChatModel
import ChatReplication
import ChatStore

/// Makes the senders that hand this node's pages over to its peers. Their requests wait for new messages together.
struct HandOverSenders: Sendable {
    /// The pages that are sent at one time, to all peers together. Each may have ``Limits/pulledPageBytes``.
    private static let pagesAtOnce = 16

    private let store: ChatStore
    private let node: NodeIdentity
    private let replicator: Replicator
    private let group: NodeGroup
    private let time: any TimeSource
    private let waiting: WaitingRequests
    private let turns = Turns<PublicKey>(atOnce: Self.pagesAtOnce)

    init(_ parts: Administration.Parts, group: NodeGroup) {
        store = parts.store
        node = parts.node
        replicator = parts.replicator
        self.group = group
        time = parts.time
        waiting = WaitingRequests(maximum: 4 * PairedPeer.maximumCount, time: parts.time)
    }

    /// Ends the waits of all senders at their times, until the task is cancelled.
    func run() async { await waiting.run() }

    func sender(to peer: PublicKey, over transport: LinkTransport) -> HandOverSender {
        HandOverSender(
            peer: peer, transport: transport, store: store, node: node,
            longPoll: LongPoll(store: store, requests: waiting), turns: turns, time: time,
            lastPull: { [group] in group.lastPull(by: peer) },
            note: { [replicator] request, confirmed in
                replicator.noteRequest(request, confirmed: confirmed, isProven: true)
            })
    }
}
