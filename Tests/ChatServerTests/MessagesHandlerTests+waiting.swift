import ChatStore
import TestSupport
import Testing

@testable import ChatServer

/// Requests that wait for messages.
extension MessagesHandlerTests {
    @Test(arguments: Transport.allCases)
    func `a request waits until a message of its room is committed`(over transport: Transport) async throws {
        try await withNode(over: transport) { node in
            try await node.store.post("old")
            async let answer = node.get("/messages.php?past=1&wait=60")
            try await eventually("The request waits.") { node.store.commits.waiterCount == 1 }
            try await node.store.post("elsewhere", room: "r")
            try await node.store.post("new")
            #expect(Self.texts(try await answer) == ["new"])
        }
    }

    @Test func `a request past an id beyond the end of the log waits for a higher id`() async throws {
        try await withNode(over: .router) { node in
            async let answer = node.get("/messages.php?past=2&wait=60")
            try await eventually("The request waits.") { node.store.commits.waiterCount == 1 }
            for text in ["one", "two"] {
                try await node.store.post(text)
                try await eventually("The request waits.") { node.store.commits.waiterCount == 1 }
            }
            try await node.store.post("three")
            #expect(Self.texts(try await answer) == ["three"])
        }
    }

    @Test func `a peer's request waits until any message is committed`() async throws {
        try await withNode(over: .router) { node in
            async let answer = node.get("/messages.php?view=log&past=0&wait=60")
            try await eventually("The request waits.") { node.store.commits.waiterCount == 1 }
            try await node.store.post("elsewhere", room: "r")
            #expect(Self.texts(try await answer) == ["elsewhere"])
        }
    }

    @Test func `a request is answered when its time is over, and at once if no later message can match`() async throws {
        try await withNode(over: .port) { node in
            let start = ContinuousClock.now
            #expect(Self.texts(try await node.get("/messages.php?wait=1")).isEmpty)
            #expect(ContinuousClock.now - start >= .seconds(1))
            #expect(Self.texts(try await node.get("/messages.php?before=1&wait=60")).isEmpty)
            try await node.store.post("there")
            #expect(Self.texts(try await node.get("/messages.php?wait=60")) == ["there"])
            #expect(ContinuousClock.now - start < .seconds(30))
        }
    }

    @Test func `closing the signal answers all waiting requests and later ones at once`() async throws {
        try await withNode(over: .router) { node in
            async let answer = node.get("/messages.php?wait=60")
            try await eventually("The request waits.") { node.store.commits.waiterCount == 1 }
            node.store.commits.close()
            #expect(Self.texts(try await answer).isEmpty)
            #expect(Self.texts(try await node.get("/messages.php?wait=60")).isEmpty)
        }
    }
}
