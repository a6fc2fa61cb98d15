import ChatModel
import ChatStore
import HTTPTypes
import HummingbirdTesting
import NIOCore
import TestSupport
import Testing

@testable import ChatServer

@Suite struct AnswerCacheTests {
    private let answer = ByteBuffer(string: "<chat>\n</chat>\n")

    @Test func `an answer is kept until the store changes`() {
        let cache = AnswerCache()
        cache.keep(answer, to: "past=1", at: 5)
        #expect(cache.answer(to: "past=1", at: 5) == answer)
        #expect(cache.answer(to: "past=2", at: 5) == nil)
        #expect(cache.answer(to: "past=1", at: 6) == nil)
    }

    @Test func `an answer that was read before a change replaces no later one`() {
        let cache = AnswerCache()
        cache.keep(answer, to: "past=1", at: 6)
        cache.keep(ByteBuffer(string: "old"), to: "past=1", at: 5)
        #expect(cache.answer(to: "past=1", at: 6) == answer)
        #expect(cache.answer(to: "past=1", at: 5) == nil)
    }

    @Test func `the answers together have a bound`() {
        let cache = AnswerCache()
        let large = ByteBuffer(repeating: 0, count: AnswerCache.maximumBytes / 4)
        for number in 0..<10 { cache.keep(large, to: "past=\(number)", at: 1) }
        let kept = (0..<10).count { cache.answer(to: "past=\($0)", at: 1) != nil }
        #expect((1...3).contains(kept))
        cache.keep(ByteBuffer(repeating: 0, count: AnswerCache.maximumBytes + 1), to: "past=11", at: 1)
        #expect(cache.answer(to: "past=11", at: 1) == nil)
    }

    @Test func `small answers have a bound, too`() {
        let cache = AnswerCache()
        let count = 10 * AnswerCache.maximumBytes / AnswerCache.entryBytes
        for number in 0..<count { cache.keep(answer, to: "past=\(number)", at: 1) }
        let kept = (0..<count).count { cache.answer(to: "past=\($0)", at: 1) != nil }
        #expect(kept > 0)
        #expect(kept <= AnswerCache.maximumBytes / AnswerCache.entryBytes)
    }

    @Test(arguments: Transport.allCases)
    func `a repeated request sees each message that was posted before`(over transport: Transport) async throws {
        try await withNode(over: transport) { node in
            for uri in ["/messages.php", "/messages.php?view=chat&last=9", "/messages.php?past=0&wait=1"] {
                _ = try await node.get(uri)
                for number in 0..<5 {
                    let text = "text-\(uri.count)-\(number)"
                    _ = try await node.post("/add.php", "user=jack&message=\(text)")
                    #expect(try await node.get(uri).text.contains(">\(text)<"))
                    #expect(try await node.get(uri).text.contains(">\(text)<"))
                }
            }
        }
    }

    @Test(arguments: Transport.allCases)
    func `a repeated request sees that a text was erased`(over transport: Transport) async throws {
        try await withNode(over: transport) { node in
            _ = try await node.post("/add.php", "user=jack&message=to+erase")
            let uri = "/messages.php"
            #expect(try await node.get(uri).text.contains("to erase"))
            let digest = try #require(try node.store.wholeLog().digests.first)
            #expect(try await node.store.erase(digest))
            #expect(!(try await node.get(uri).text.contains("to erase")))
        }
    }

    @Test func `a request with t closes its connection each time`() async throws {
        try await withNode(over: .router) { node in
            for (query, closes) in [("past=0&t=5", true), ("%74=5", true), ("past=0&at=5", false), ("t", true)] {
                for _ in 0..<2 {
                    let answer = try await node.get("/messages.php?\(query)")
                    #expect((answer.headers[.connection] == "close") == closes, "\(query)")
                }
            }
        }
    }
}
