import NIOCore
import Testing

@testable import ChatServer

/// The state machine of a connection, with times as values.
struct ConnectionStateTests {
    private let connection = DrivenConnection()

    @Test func `the idle limit runs from the start and from each answer`() {
        #expect(connection.state.deadline == DrivenConnection.at(60))
        connection.request(at: 50)
        #expect(connection.state.deadline == nil, "A connection with an unanswered request is not idle.")
        #expect(connection.answer(at: 500) == (false, .nothing))
        #expect(connection.state.deadline == DrivenConnection.at(560))
        #expect(connection.timeUp(at: 559) == .nothing)
        #expect(connection.timeUp(at: 560) == .close)
        #expect(connection.state.deadline == nil)
    }

    @Test func `the time limit of a request runs from its first byte to its last`() {
        connection.bytes(withParts: false, at: 10)
        connection.bytes(withParts: false, at: 30)
        #expect(connection.state.deadline == DrivenConnection.at(40))
        #expect(connection.head(at: 35) == .forward)
        #expect(connection.body() == .forward)
        #expect(connection.state.deadline == DrivenConnection.at(40))
        #expect(connection.timeUp(at: 40) == .fail(.requestTimeout), "The route waits for the body and answers.")
        #expect(connection.body() == .nothing)
        #expect(connection.answer(at: 41) == (true, .finish))
    }

    @Test func `a client has the idle limit to read the last answer and a second to close`() {
        connection.request()
        #expect(connection.answer(isLast: true, at: 1) == (true, .finish))
        #expect(connection.state.deadline == DrivenConnection.at(61))
        connection.flushed(at: 40)
        #expect(connection.state.deadline == DrivenConnection.at(41))
        #expect(connection.timeUp(at: 41) == .close)
    }

    @Test func `the connection itself answers a head that is late`() {
        connection.bytes(withParts: false, at: 0)
        #expect(connection.timeUp(at: 30) == .answer(.requestTimeout))
        #expect(connection.state.isEnding)
        #expect(!connection.state.acceptsInput)
    }

    @Test func `a refusal is written once, after the answers to earlier requests`() {
        connection.request()
        connection.request()
        #expect(connection.refuse(.badRequest, at: 1) == .nothing)
        #expect(connection.refuse(.requestTimeout, at: 1) == .nothing, "A connection answers only its first refusal.")
        #expect(connection.head(at: 1) == .nothing)
        #expect(connection.answer(at: 2) == (false, .nothing))
        #expect(connection.answer(at: 3) == (false, .answer(.badRequest)))
        #expect(connection.state.isEnding)
    }

    @Test func `the connection ends after an answer that began before its request was complete`() {
        #expect(connection.head(at: 0) == .forward)
        #expect(connection.answerHead())
        #expect(connection.refuse(.badRequest, at: 1) == .nothing, "The answer has begun.")
        #expect(connection.answerEnd(at: 2) == .finish)
    }

    @Test func `the answer to the last request ends the connection, and no earlier answer does`() {
        connection.request()
        connection.request(isLast: true)
        #expect(!connection.state.acceptsInput)
        #expect(connection.answer(at: 1) == (false, .nothing))
        #expect(connection.answer(at: 2) == (true, .finish))
    }

    @Test func `an answer with Connection: close ends the connection although requests follow`() {
        connection.request()
        connection.request()
        #expect(connection.answer(isLast: true, at: 1) == (true, .finish))
    }

    @Test func `a request sent before the client closed its side is answered`() {
        connection.request()
        #expect(connection.inputClosed(at: 1) == .nothing)
        #expect(connection.answer(at: 2) == (true, .finish))
        let connection = DrivenConnection()
        #expect(connection.inputClosed(at: 1) == .leave)
    }

    @Test func `requests in progress have a second when the node shuts down`() {
        connection.request()
        #expect(connection.stop(at: 5) == .nothing)
        #expect(connection.state.deadline == DrivenConnection.at(6))
        #expect(connection.timeUp(at: 6) == .close)
        let connection = DrivenConnection()
        #expect(connection.stop(at: 5) == .leave)
    }

    @Test func `the connection closes when a client stops reading for the idle limit`() {
        connection.request()
        connection.stalls(true, at: 10)
        connection.stalls(true, at: 20)
        #expect(connection.state.deadline == DrivenConnection.at(70))
        connection.stalls(false, at: 30)
        #expect(connection.state.deadline == nil)
    }

    @Test func `a connection that ends within a body reports a failure to the handler`() {
        #expect(connection.head(at: 0) == .forward)
        #expect(connection.ended() == .fail(.badRequest))
        #expect(connection.ended() == .nothing)
    }
}
