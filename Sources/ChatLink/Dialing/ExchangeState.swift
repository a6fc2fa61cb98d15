internal import ChatClient
internal import ChatModel
internal import NIOCore

/// The state of one request and its answer: a pure value. ``ExchangeHandler`` performs what it says.
struct ExchangeState {
    typealias Outcome = Result<NodeAnswer, PullFailure>

    private enum Phase {
        case head
        case body(status: Int, since: NIODeadline, lastRead: NIODeadline)
    }

    private let deadlines: Deadlines
    private let headTime: Duration
    private var headDeadline: NIODeadline
    private let maximumBytes: Int
    private var phase = Phase.head
    private var bytes: [UInt8] = []

    /// - Parameter waitSeconds: the seconds for which the node may delay the answer.
    init(
        waitSeconds: Int, _ deadlines: Deadlines, now: NIODeadline, maximumBytes: Int = Limits.pulledPageBytes
    ) {
        self.deadlines = deadlines
        self.maximumBytes = maximumBytes
        headTime = .seconds(waitSeconds) + deadlines.head
        headDeadline = now + TimeAmount(headTime)
    }

    /// When ``timeUp(now:)`` has to be called unless an event comes before.
    var deadline: NIODeadline {
        switch phase {
        case .head: headDeadline
        case .body(_, let since, let lastRead):
            min(since + TimeAmount(deadlines.body), lastRead + TimeAmount(deadlines.stall))
        }
    }

    /// A further request was sent, which ends the wait of this one.
    mutating func waitEnds(now: NIODeadline) {
        headDeadline = min(headDeadline, now + TimeAmount(deadlines.head))
    }

    /// A head came. A node sends no interim answers (RFC 9110, section 15.2), such as 100 Continue.
    ///
    /// - Returns: the outcome if the answer is refused because of its head.
    mutating func head(status: Int, contentType: String?, now: NIODeadline) -> Outcome? {
        guard status >= 200 else { return .failure(.unreachable(.notHTTP)) }
        phase = .body(status: status, since: now, lastRead: now)
        return NodeAnswer.isWebPage(status: status, contentType: contentType) ? .failure(.webPage) : nil
    }

    /// - Returns: the outcome if the answer is refused because of its size.
    mutating func body(_ part: ByteBufferView, now: NIODeadline) -> Outcome? {
        guard case .body(let status, let since, _) = phase else { return nil }
        guard bytes.count + part.count <= maximumBytes else { return .failure(.tooLarge) }
        bytes.append(contentsOf: part)
        phase = .body(status: status, since: since, lastRead: now)
        return nil
    }

    /// The answer is complete.
    func end() -> Outcome {
        guard case .body(let status, _, _) = phase else { return broken(.closed) }
        return .success(NodeAnswer(status: status, bytes: bytes))
    }

    /// The connection broke.
    func broken(_ problem: ConnectionProblem) -> Outcome {
        if case .head = phase { return .failure(.unreachable(problem)) }
        return .failure(.brokenOff(problem))
    }

    /// - Returns: the outcome if the time is up; nil if an event has moved the deadline.
    func timeUp(now: NIODeadline) -> Outcome? {
        guard now >= deadline else { return nil }
        if case .head = phase { return .failure(.noAnswer(after: headTime)) }
        return .failure(.tooSlow)
    }
}
