import ChatModel
import ChatStore

/// A request of one node to another, until its answer or its timeout.
final class Exchange {
    enum Content {
        case page(PullRequest)
        case messages([Digest])

        /// The seconds for which the answer may be delayed.
        var waitSeconds: Int {
            if case .page(let pull) = self { pull.waitSeconds } else { 0 }
        }
    }

    let content: Content
    /// The number that the puller has given the request.
    let number: Int
    let requester: Int
    let puller: PullerStart
    let server: Int
    /// The slot of the node that answers: the server, or its clone.
    var answerer: Int
    let start: Duration
    /// The turned link of the request; nil for an ordinary one.
    var turnedLink: TurnedLink?
    /// The time until which the request may wait for new messages.
    var waitsUntil = Duration.zero
    /// Whether its connection is closed, so that no more bytes come.
    var isBroken = false
    var isOver = false

    init(
        _ content: Content, number: Int, requester: Int, puller: PullerStart, server: Int, start: Duration
    ) {
        self.content = content
        self.number = number
        self.requester = requester
        self.puller = puller
        self.server = server
        answerer = server
        self.start = start
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
