import ChatModel
import ChatStore

/// A request of one node to another, until its answer or its timeout.
final class Exchange {
    enum Purpose {
        case log
        case gap
        case wantedMessages
    }

    let content: HandOverRequest.Content
    let purpose: Purpose
    let requester: Int
    let puller: PullerStart
    let server: Int
    let start: Duration
    /// Set for a request that the server has fetched: it hands the answer over.
    let handOver: HandOver?
    /// The id of a request that waits until the server hands the answer over; nil for a request over a connection that the
    /// requester opens.
    var openID: UInt64?
    /// The time until which the request may wait for new messages.
    var waitsUntil = Duration.zero
    /// Whether the answer is under way.
    var isSent = false
    /// Whether its connection is closed, so that no more bytes come.
    var isBroken = false
    var isOver = false

    init(
        _ content: HandOverRequest.Content, for purpose: Purpose, requester: Int, puller: PullerStart, server: Int,
        start: Duration, handOver: HandOver? = nil
    ) {
        self.content = content
        self.purpose = purpose
        self.requester = requester
        self.puller = puller
        self.server = server
        self.start = start
        self.handOver = handOver
    }

    /// A request that a giver has fetched.
    convenience init(_ handOver: HandOver) {
        let request = handOver.request
        self.init(
            request.content, for: request.purpose, requester: request.requester, puller: request.puller,
            server: request.server, start: request.start, handOver: handOver)
    }

    /// The request for a page of the log; nil for wanted messages.
    var pull: PullRequest? {
        if case .page(let pull) = content { pull } else { nil }
    }
}

/// Identifies a puller of a node.
struct PullerStart: Equatable {
    let peerID: PeerID
    let lifetime: Int
    /// How many pullers the node has started in this lifetime, with this one.
    let number: Int
}
