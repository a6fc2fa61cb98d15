import ChatModel

/// A request of one node to another, until its answer or its timeout.
final class Exchange {
    let request: PullRequest
    let requester: Int
    let requestersLifetime: Int
    let server: Int
    let start: Duration
    /// Whether the request is for a gap.
    let isForGap: Bool
    /// The time until which the request may wait for new messages.
    var waitsUntil = Duration.zero
    var isOver = false

    init(
        _ request: PullRequest, requester: Int, requestersLifetime: Int, server: Int, start: Duration,
        isForGap: Bool = false
    ) {
        self.request = request
        self.requester = requester
        self.requestersLifetime = requestersLifetime
        self.server = server
        self.start = start
        self.isForGap = isForGap
    }
}
