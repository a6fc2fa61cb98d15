import NIOCore
import Testing

@testable import ChatServer

/// A ``ConnectionState`` whose events a test calls, with times in seconds.
final class DrivenConnection {
    private(set) var state = ConnectionState(times: ConnectionTimes(), now: at(0))

    static func at(_ seconds: Int64) -> NIODeadline { .uptimeNanoseconds(1_000_000_000) + .seconds(seconds) }

    /// Receives a whole request in one read.
    func request(isLast: Bool = false, at seconds: Int64 = 0) {
        #expect(head(isLast: isLast, at: seconds) == .forward)
        #expect(end() == .forward)
        bytes(withParts: true, at: seconds)
    }

    /// Writes a whole answer, and returns the action after it.
    func answer(isLast: Bool = false, at seconds: Int64) -> (saysClose: Bool, ConnectionState.Action) {
        (answerHead(isLast: isLast), answerEnd(at: seconds))
    }

    func head(isLast: Bool = false, at seconds: Int64) -> ConnectionState.Action {
        state.head(refusedFor: nil, isLast: isLast, now: Self.at(seconds))
    }

    func body() -> ConnectionState.Action { state.body() }
    func end() -> ConnectionState.Action { state.end() }
    func ended() -> ConnectionState.Action { state.ended() }

    func bytes(withParts: Bool, at seconds: Int64) { state.bytes(withParts: withParts, now: Self.at(seconds)) }

    func refuse(_ failure: Failure, at seconds: Int64) -> ConnectionState.Action {
        state.refuse(failure, now: Self.at(seconds))
    }

    func answerHead(isLast: Bool = false) -> Bool { state.answerHead(isLast: isLast) }
    func answerEnd(at seconds: Int64) -> ConnectionState.Action { state.answerEnd(now: Self.at(seconds)) }
    func stalls(_ stalls: Bool, at seconds: Int64) { state.stalls(stalls, now: Self.at(seconds)) }
    func inputClosed(at seconds: Int64) -> ConnectionState.Action { state.inputClosed(now: Self.at(seconds)) }
    func flushed(at seconds: Int64) { state.flushed(now: Self.at(seconds)) }
    func stop(at seconds: Int64) -> ConnectionState.Action { state.stop(now: Self.at(seconds)) }
    func timeUp(at seconds: Int64) -> ConnectionState.Action { state.timeUp(now: Self.at(seconds)) }
}
