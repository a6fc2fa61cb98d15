internal import NIOCore

/// The state of one HTTP/1 connection: a pure state machine that gets events and times, and returns actions, which
/// ``ConnectionHandler`` performs.
///
/// Requests are forwarded to the routes as they arrive and answered in order (RFC 9112, section 9.3.2). The
/// connection answers a refused request last, after all earlier requests.
struct ConnectionState {
    private enum Phase: Equatable {
        case open
        /// The last answer is being written to the operating system.
        case ending(since: NIODeadline)
        /// The last answer is written, and the client has some time to read it.
        case lingering(since: NIODeadline)
        case closed
    }

    /// What the handler has to do after an event.
    enum Action: Equatable {
        case nothing
        /// Forward the part of the request to the routes.
        case forward
        /// Send the failure to the route that waits for the body. The route answers with it.
        case fail(Failure)
        /// Write this answer, then close the output.
        case answer(Failure)
        /// When everything is written, close the output, and keep reading until the client closes.
        case finish
        /// When everything is written, close the connection.
        case leave
        /// Close the connection now.
        case close
    }

    private let times: ConnectionTimes
    private var phase = Phase.open
    /// The request that is arriving: since when, and whether its head was forwarded and its body is arriving.
    private var arrival: (since: NIODeadline, isBody: Bool)?
    /// The number of forwarded requests whose answers are not complete.
    private(set) var answersDue = 0
    private var isAnswering = false
    /// Whether the connection accepts no further request.
    private var isLast = false
    /// Whether the connection ends with the answer that is being written.
    private var endsWithAnswer = false
    /// The answer to a request that was not forwarded.
    private var refusal: Failure?
    private var quietSince: NIODeadline
    private var stalledSince: NIODeadline?
    private var stoppingSince: NIODeadline?

    init(times: ConnectionTimes, now: NIODeadline) {
        self.times = times
        quietSince = now
    }

    /// Whether to read what the client sends. If not, it stays in the operating system's buffer.
    var acceptsInput: Bool { phase == .open && (!isLast || isBody) }

    private var isBody: Bool { arrival?.isBody == true }

    /// Whether the last answer was given: nothing more is read and nothing more is sent.
    var isEnding: Bool { phase != .open }

    /// Whether the client may be told with 100 to send the body that it has announced.
    var awaitsBody: Bool { isBody && answersDue == 1 && !isAnswering }

    // MARK: Requests

    /// - Parameters:
    ///   - failure: The reason not to forward the request, or nil.
    ///   - isLast: Whether the connection ends after this request, by the client's wish or by the protocol.
    mutating func head(refusedFor failure: Failure?, isLast: Bool, now: NIODeadline) -> Action {
        guard acceptsInput else { return .nothing }
        if let failure { return refuse(failure, now: now) }
        guard answersDue < RequestLimits.pipelinedRequests else { return refuse(.tooManyRequests, now: now) }
        arrival = (since: arrival?.since ?? now, isBody: true)
        answersDue += 1
        self.isLast = isLast || self.isLast
        return .forward
    }

    mutating func body() -> Action {
        isBody && phase == .open ? .forward : .nothing
    }

    mutating func end() -> Action {
        guard isBody, phase == .open else { return .nothing }
        arrival = nil
        return .forward
    }

    /// Bytes arrived.
    ///
    /// - Parameter withParts: Whether the bytes completed a part of a request. If not, they begin a head.
    mutating func bytes(withParts: Bool, now: NIODeadline) {
        if acceptsInput, arrival == nil, !withParts { arrival = (since: now, isBody: false) }
    }

    /// Refuses a request that is malformed or late. Does nothing after the last request.
    mutating func refuse(_ failure: Failure, now: NIODeadline) -> Action {
        guard acceptsInput else { return .nothing }
        let wasBody = isBody
        arrival = nil
        isLast = true
        if wasBody {
            // If the answer began before the body was complete, the connection ends with that answer.
            endsWithAnswer = endsWithAnswer || isAnswering && answersDue == 1
            return endsWithAnswer ? .nothing : .fail(failure)
        }
        guard answersDue == 0 else {
            refusal = failure
            return .nothing
        }
        phase = .ending(since: now)
        return .answer(failure)
    }

    // MARK: Answers

    /// - Parameter isLast: Whether the answer contains `Connection: close`.
    /// - Returns: Whether the answer has to contain it.
    mutating func answerHead(isLast: Bool) -> Bool {
        isAnswering = true
        let isCutShort = isBody && answersDue == 1
        endsWithAnswer = isLast || isCutShort || self.isLast && refusal == nil && answersDue == 1
        return endsWithAnswer
    }

    mutating func answerEnd(now: NIODeadline) -> Action {
        isAnswering = false
        answersDue -= 1
        quietSince = now
        if let refusal, answersDue == 0, !endsWithAnswer {
            phase = .ending(since: now)
            return .answer(refusal)
        }
        guard endsWithAnswer || isLast && answersDue == 0 else { return .nothing }
        phase = .ending(since: now)
        return .finish
    }

    /// Records whether the client has stopped reading, so that answers pile up.
    mutating func stalls(_ stalls: Bool, now: NIODeadline) {
        stalledSince = stalls ? stalledSince ?? now : nil
    }

    // MARK: Ending

    /// The client has closed its side. Its requests are still answered.
    mutating func inputClosed(now: NIODeadline) -> Action {
        isLast = true
        return leaveIfIdle(now: now)
    }

    /// Everything that was written has reached the operating system.
    mutating func flushed(now: NIODeadline) {
        if case .ending = phase { phase = .lingering(since: now) }
    }

    /// The node is shutting down: requests in progress have ``ConnectionTimes/grace``, and no new one is accepted.
    mutating func stop(now: NIODeadline) -> Action {
        stoppingSince = now
        isLast = true
        return leaveIfIdle(now: now)
    }

    private mutating func leaveIfIdle(now: NIODeadline) -> Action {
        guard phase == .open, answersDue == 0 else { return .nothing }
        phase = .ending(since: now)
        return .leave
    }

    /// The connection has ended.
    mutating func ended() -> Action {
        let wasBody = isBody
        arrival = nil
        phase = .closed
        // Without a failure, Hummingbird would use the incomplete body as the whole one.
        return wasBody ? .fail(.badRequest) : .nothing
    }

    // MARK: Time

    /// The time at which to call ``timeUp(now:)`` unless an event changes it; nil for no time limit.
    var deadline: NIODeadline? {
        [phaseDeadline, stalledSince.map { $0 + times.idle }, stoppingSince.map { $0 + times.grace }]
            .compactMap(\.self).min()
    }

    private var phaseDeadline: NIODeadline? {
        switch phase {
        case .closed: nil
        case .ending(let since): since + times.idle
        case .lingering(let since): since + times.linger
        case .open:
            if let since = arrival?.since {
                since + times.arrival
            } else {
                answersDue == 0 ? quietSince + times.idle : nil
            }
        }
    }

    mutating func timeUp(now: NIODeadline) -> Action {
        guard phase != .closed, let deadline, deadline <= now else { return .nothing }
        if phase == .open, let since = arrival?.since, since + times.arrival <= now {
            return refuse(.requestTimeout, now: now)
        }
        phase = .closed
        return .close
    }
}

extension NIODeadline {
    fileprivate static func + (deadline: NIODeadline, duration: Duration) -> NIODeadline {
        deadline + TimeAmount(duration)
    }
}

/// The time limits of a connection.
public struct ConnectionTimes: Sendable {
    /// From the first to the last byte of a request, header and body together.
    public var arrival = Duration.seconds(30)
    /// The longest time without a request in progress, and the longest time in which a client leaves its answer unread.
    public var idle = Duration.seconds(60)
    /// The longest time without a request on a turned link that this node has opened. The other node asks at least every 60 s.
    public var silence = Duration.seconds(90)
    /// The time that a client has to read the last answer and close, before the node closes. The node discards what the
    /// client sends in this time.
    public var linger = Duration.seconds(1)
    /// For the requests in progress when the node shuts down.
    public var grace = Duration.seconds(1)
    /// From the connection to the end of the TLS handshake, at a listener for peers.
    public var handshake = Duration.seconds(10)
}
