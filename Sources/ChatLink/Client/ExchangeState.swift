internal import ChatClient
internal import ChatModel
internal import NIOCore

/// The state of one request and its answer: a pure value. ``ExchangeHandler`` performs what it says.
struct ExchangeState {
    typealias Outcome = Result<NodeAnswer, PullFailure>

    private enum Phase {
        case head
        case body(AnswerHead, since: NIODeadline, lastRead: NIODeadline)
    }

    private let deadlines: Deadlines
    private let headTime: Duration
    private var headDeadline: NIODeadline
    private let maximumBytes: Int
    private var phase = Phase.head
    private var interimHeads = 0
    private var bytes: [UInt8] = []

    /// The interim answers (RFC 9110, section 15.2) before an answer. A node sends none.
    static let maximumInterimHeads = 8

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

    /// An interim answer came, such as 100 Continue.
    ///
    /// - Returns: the outcome if there were too many.
    mutating func interimHead() -> Outcome? {
        interimHeads += 1
        return interimHeads > Self.maximumInterimHeads ? .failure(.unreachable(.notHTTP)) : nil
    }

    /// - Parameter codings: the values of Content-Encoding. The parts of the body come decompressed if it is gzip.
    /// - Returns: the outcome if the answer is refused because of its head.
    mutating func head(_ head: AnswerHead, codings: [String] = [], now: NIODeadline) -> Outcome? {
        phase = .body(head, since: now, lastRead: now)
        if head.isWebPage { return .failure(.webPage) }
        guard codings.isEmpty || codings.map({ $0.lowercased() }) == ["gzip"] else {
            return .failure(.noPage(reason: "It is compressed in another way than gzip."))
        }
        return nil
    }

    /// - Returns: the outcome if the answer is refused because of its size.
    mutating func body(_ part: ByteBufferView, now: NIODeadline) -> Outcome? {
        guard case .body(let head, let since, _) = phase else { return nil }
        guard bytes.count + part.count <= maximumBytes else { return .failure(.tooLarge) }
        bytes.append(contentsOf: part)
        phase = .body(head, since: since, lastRead: now)
        return nil
    }

    /// The answer is complete.
    func end() -> Outcome {
        guard case .body(let head, _, _) = phase else { return broken(.closed) }
        return .success(NodeAnswer(status: head.status, bytes: bytes))
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
