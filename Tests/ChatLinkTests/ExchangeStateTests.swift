import ChatClient
import ChatModel
import NIOCore
import Testing

@testable import ChatLink

struct ExchangeStateTests {
    private let start = NIODeadline.uptimeNanoseconds(1_000_000_000)

    private func state(waitSeconds: Int = 0, maximumBytes: Int = 100) -> ExchangeState {
        ExchangeState(waitSeconds: waitSeconds, Deadlines(), now: start, maximumBytes: maximumBytes)
    }

    private func part(_ count: Int) -> ByteBufferView {
        ByteBuffer(repeating: UInt8(ascii: "x"), count: count).readableBytesView
    }

    @Test func `a complete answer has its status and its bytes`() {
        var state = state()
        #expect(state.head(status: 200, contentType: "text/xml", now: start) == nil)
        #expect(state.body(part(60), now: start) == nil)
        #expect(state.body(part(40), now: start) == nil)
        let bytes = [UInt8](repeating: UInt8(ascii: "x"), count: 100)
        #expect(state.end() == .success(NodeAnswer(status: 200, bytes: bytes)))
    }

    @Test func `an interim answer is refused`() {
        var state = state()
        #expect(state.head(status: 100, contentType: nil, now: start) == .failure(.unreachable(.notHTTP)))
    }

    @Test func `an answer with one byte more than the limit is refused`() {
        var state = state()
        _ = state.head(status: 200, contentType: "text/xml", now: start)
        #expect(state.body(part(100), now: start) == nil)
        #expect(state.body(part(1), now: start) == .failure(.tooLarge))
    }

    @Test func `a web page is refused before its body`() {
        var state = state()
        #expect(state.head(status: 200, contentType: "text/html", now: start) == .failure(.webPage))
    }

    @Test func `the head may take the wait of the request and 10 s more`() {
        let state = state(waitSeconds: 30)
        #expect(state.deadline == start + .seconds(40))
        #expect(state.timeUp(now: start + .seconds(39)) == nil)
        #expect(state.timeUp(now: start + .seconds(40)) == .failure(.noAnswer(after: .seconds(40))))
    }

    @Test func `the body may stop for 10 s, and take 60 s in all`() {
        var state = state()
        var now = start + .seconds(5)
        _ = state.head(status: 200, contentType: "text/xml", now: now)
        #expect(state.timeUp(now: now + .seconds(10)) == .failure(.tooSlow))
        for _ in 0..<6 {
            now = now + .seconds(9)
            #expect(state.timeUp(now: now) == nil)
            _ = state.body(part(1), now: now)
        }
        #expect(state.deadline == start + .seconds(65))
        #expect(state.timeUp(now: start + .seconds(65)) == .failure(.tooSlow))
    }

    @Test func `a further request ends the wait, so the answer has no more than its usual time`() {
        var state = state(waitSeconds: 30)
        #expect(state.deadline == start + .seconds(40))
        state.waitEnds(now: start + .seconds(5))
        #expect(state.deadline == start + .seconds(15))
        state.waitEnds(now: start + .seconds(9))
        #expect(state.deadline == start + .seconds(15))
    }

    @Test func `a broken connection is unreachable before the head, and broken off after it`() {
        var state = state()
        #expect(state.broken(.closed) == .failure(.unreachable(.closed)))
        _ = state.head(status: 200, contentType: "text/xml", now: start)
        #expect(state.broken(.closed) == .failure(.brokenOff(.closed)))
    }
}
