internal import NIOCore

/// What one connection of HTTP/1 is doing: which requests are handed on, which answers are due, and when time is up.
///
/// Pure: events in, actions out, and time as a value. ``ConnectionHandler`` performs the actions. Requests are handed
/// on as they arrive and answered in order (RFC 9112, section 9.3.2), so a failure that this layer answers with waits
/// until the answers before it are written.
struct ConnectionState {
    /// How far the request has come that is arriving.
    private enum Arrival: Equatable {
        case nothing
        /// Bytes that are no complete head yet.
        case head(since: NIODeadline)
        /// The body of a request that was handed on.
        case body(since: NIODeadline)

        var since: NIODeadline? {
            switch self {
            case .nothing: nil
            case .head(let since), .body(let since): since
            }
        }

        var isBody: Bool {
            if case .body = self { true } else { false }
        }
    }

    private enum Phase: Equatable {
        case open
        /// The last answer is on its way to the operating system.
        case ending(since: NIODeadline)
        /// It is there; the client is given time to read it.
        case lingering(since: NIODeadline)
        case closed
    }

    /// What the event asks for.
    enum Action: Equatable {
        case nothing
        /// Hand the part on to the routes.
        case forward
        /// The route that waits for the body hears of the failure and answers with it.
        case fail(Failure)
        /// Write this answer and finish.
        case answer(Failure)
        /// When all is written, tell the client that nothing follows, and read on until it closes.
        case finish
        /// When all is written, close.
        case leave
        /// Close, whatever is under way.
        case close
    }

    private let times: ConnectionTimes
    private var phase = Phase.open
    private var arrival = Arrival.nothing
    /// Requests handed on whose answers are not written to the end.
    private var answersDue = 0
    private var isAnswering = false
    /// Whether no request is taken after those handed on.
    private var isLast = false
    /// Whether the connection ends with the answer that is being written.
    private var endsWithAnswer = false
    /// The answer to a request that was not handed on.
    private var refusal: Failure?
    private var quietSince: NIODeadline
    private var stalledSince: NIODeadline?
    private var stoppingSince: NIODeadline?

    init(times: ConnectionTimes, now: NIODeadline) {
        self.times = times
        quietSince = now
    }

    /// Whether what the client sends is still of interest; else it is left to the operating system's buffer.
    var takesInput: Bool { phase == .open && (!isLast || arrival.isBody) }

    /// Whether the last answer is written: nothing more is taken and nothing more is sent.
    var isEnding: Bool { phase != .open }

    /// Whether the client may be told to go on with a body that it has announced.
    var awaitsBody: Bool { arrival.isBody && answersDue == 1 && !isAnswering }

    // MARK: Requests

    /// - Parameters:
    ///   - failure: why the request is not handed on.
    ///   - isLast: whether the client or the protocol wants no request after this one.
    mutating func head(refusedFor failure: Failure?, isLast: Bool, now: NIODeadline) -> Action {
        guard takesInput else { return .nothing }
        if let failure { return refuse(failure, now: now) }
        arrival = .body(since: arrival.since ?? now)
        answersDue += 1
        self.isLast = isLast || self.isLast
        return .forward
    }

    mutating func body() -> Action {
        arrival.isBody && phase == .open ? .forward : .nothing
    }

    mutating func end() -> Action {
        guard arrival.isBody, phase == .open else { return .nothing }
        arrival = .nothing
        return .forward
    }

    /// Bytes came, or the end of a run of them.
    ///
    /// - Parameter withParts: whether they completed a part of a request. If not, they begin one.
    mutating func bytes(withParts: Bool, now: NIODeadline) {
        if takesInput, arrival == .nothing, !withParts { arrival = .head(since: now) }
    }

    /// What arrives is no request, or not in time. After the last request it does not matter.
    mutating func refuse(_ failure: Failure, now: NIODeadline) -> Action {
        guard takesInput else { return .nothing }
        let wasBody = arrival.isBody
        arrival = .nothing
        isLast = true
        if wasBody {
            // Where the answer has begun without the body, the connection ends with it.
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

    /// - Parameter isLast: whether the answer itself says `Connection: close`.
    /// - Returns: whether the answer has to say so.
    mutating func answerHead(isLast: Bool) -> Bool {
        isAnswering = true
        let isCutShort = arrival.isBody && answersDue == 1
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

    /// Whether written answers wait for a client that does not read.
    mutating func stalls(_ stalls: Bool, now: NIODeadline) {
        stalledSince = stalls ? stalledSince ?? now : nil
    }

    // MARK: The end

    /// The client will send nothing more. What it has asked is answered.
    mutating func inputClosed(now: NIODeadline) -> Action {
        isLast = true
        return leaveIfIdle(now: now)
    }

    /// All that was written is given to the operating system.
    mutating func flushed(now: NIODeadline) {
        if case .ending = phase { phase = .lingering(since: now) }
    }

    /// The node stops: what is under way has ``ConnectionTimes/grace``, nothing new is taken.
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

    /// The connection is gone.
    mutating func gone() -> Action {
        let wasBody = arrival.isBody
        arrival = .nothing
        phase = .closed
        // Hummingbird takes the end of the connection for the end of the body.
        return wasBody ? .fail(.badRequest) : .nothing
    }

    // MARK: Time

    /// When ``timeUp(now:)`` has to be called, if nothing happens before.
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
            if let since = arrival.since {
                since + times.arrival
            } else {
                answersDue == 0 ? quietSince + times.idle : nil
            }
        }
    }

    mutating func timeUp(now: NIODeadline) -> Action {
        guard phase != .closed, let deadline, deadline <= now else { return .nothing }
        if phase == .open, let since = arrival.since, since + times.arrival <= now { return refuse(.late, now: now) }
        phase = .closed
        return .close
    }
}

extension NIODeadline {
    fileprivate static func + (deadline: NIODeadline, duration: Duration) -> NIODeadline {
        deadline + TimeAmount(duration)
    }
}

/// How long a connection may take for what it does.
public struct ConnectionTimes: Sendable {
    /// For a request to arrive, header and body together, from its first byte on.
    public var arrival: Duration
    /// Between an answer and the next request; also for an answer that the client does not read.
    public var idle: Duration
    /// For the client to read the last answer and close, before the node does; what it still sends is thrown away.
    public var linger: Duration
    /// For the requests under way when the node stops.
    public var grace: Duration

    public init(
        arrival: Duration = .seconds(30), idle: Duration = .seconds(60), linger: Duration = .seconds(1),
        grace: Duration = .seconds(1)
    ) {
        self.arrival = arrival
        self.idle = idle
        self.linger = linger
        self.grace = grace
    }
}
