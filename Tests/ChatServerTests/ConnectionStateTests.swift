import NIOCore
import Testing

@testable import ChatServer

/// The state machine alone: a minute takes no time here.
@Suite("The state of a connection")
struct ConnectionStateTests {
    private let connection = DrivenConnection()

    @Test("is idle at first and after each answer, for as long as may be")
    func idle() {
        #expect(connection.state.deadline == DrivenConnection.at(60))
        connection.request(at: 50)
        #expect(connection.state.deadline == nil, "What waits for an answer is not idle.")
        #expect(connection.answer(at: 500) == (false, .nothing))
        #expect(connection.state.deadline == DrivenConnection.at(560))
        #expect(connection.timeUp(at: 559) == .nothing)
        #expect(connection.timeUp(at: 560) == .close)
        #expect(connection.state.deadline == nil)
    }

    @Test("counts the time of a request from its first byte to its last")
    func arrival() {
        connection.bytes(withParts: false, at: 10)
        connection.bytes(withParts: false, at: 30)
        #expect(connection.state.deadline == DrivenConnection.at(40))
        #expect(connection.head(at: 35) == .forward)
        #expect(connection.body() == .forward)
        #expect(connection.state.deadline == DrivenConnection.at(40))
        #expect(connection.timeUp(at: 40) == .fail(.late), "The route waits for the body and answers.")
        #expect(connection.body() == .nothing)
        #expect(connection.answer(at: 41) == (true, .finish))
    }

    @Test("gives a slow client the time to read the last answer, and then a second to close")
    func lastAnswerRead() {
        connection.request()
        #expect(connection.answer(isLast: true, at: 1) == (true, .finish))
        #expect(connection.state.deadline == DrivenConnection.at(61))
        connection.flushed(at: 40)
        #expect(connection.state.deadline == DrivenConnection.at(41))
        #expect(connection.timeUp(at: 41) == .close)
    }

    @Test("answers a head that is late by itself")
    func lateHead() {
        connection.bytes(withParts: false, at: 0)
        #expect(connection.timeUp(at: 30) == .answer(.late))
        #expect(connection.state.isEnding)
        #expect(!connection.state.takesInput)
    }

    @Test("writes a refusal after the answers that are due, and nothing after it")
    func refusalInOrder() {
        connection.request()
        connection.request()
        #expect(connection.refuse(.badRequest, at: 1) == .nothing)
        #expect(connection.refuse(.late, at: 1) == .nothing, "One refusal is enough.")
        #expect(connection.head(at: 1) == .nothing)
        #expect(connection.answer(at: 2) == (false, .nothing))
        #expect(connection.answer(at: 3) == (false, .answer(.badRequest)))
        #expect(connection.state.isEnding)
    }

    @Test("ends with an answer that is given before the request has arrived")
    func earlyAnswer() {
        #expect(connection.head(at: 0) == .forward)
        #expect(connection.answerHead())
        #expect(connection.refuse(.badRequest, at: 1) == .nothing, "The answer has begun.")
        #expect(connection.answerEnd(at: 2) == .finish)
    }

    @Test("ends with the last request's answer, not with one before it")
    func lastRequest() {
        connection.request()
        connection.request(isLast: true)
        #expect(!connection.state.takesInput)
        #expect(connection.answer(at: 1) == (false, .nothing))
        #expect(connection.answer(at: 2) == (true, .finish))
    }

    @Test("ends with an answer that says so, whatever was sent after its request")
    func lastAnswer() {
        connection.request()
        connection.request()
        #expect(connection.answer(isLast: true, at: 1) == (true, .finish))
    }

    @Test("answers what was asked before the client closed its side")
    func inputClosed() {
        connection.request()
        #expect(connection.inputClosed(at: 1) == .nothing)
        #expect(connection.answer(at: 2) == (true, .finish))
        let connection = DrivenConnection()
        #expect(connection.inputClosed(at: 1) == .leave)
    }

    @Test("gives what is under way a second when the node stops")
    func stop() {
        connection.request()
        #expect(connection.stop(at: 5) == .nothing)
        #expect(connection.state.deadline == DrivenConnection.at(6))
        #expect(connection.timeUp(at: 6) == .close)
        let connection = DrivenConnection()
        #expect(connection.stop(at: 5) == .leave)
    }

    @Test("is closed where the client does not read")
    func stalled() {
        connection.request()
        connection.stalls(true, at: 10)
        connection.stalls(true, at: 20)
        #expect(connection.state.deadline == DrivenConnection.at(70))
        connection.stalls(false, at: 30)
        #expect(connection.state.deadline == nil)
    }

    @Test("that breaks off in a body says so to the route, which would take the body for whole")
    func goneInBody() {
        #expect(connection.head(at: 0) == .forward)
        #expect(connection.gone() == .fail(.badRequest))
        #expect(connection.gone() == .nothing)
    }
}
