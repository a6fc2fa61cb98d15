import ChatExchange
import ChatModel
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct HandOverQueueTests {
    private let peer = SigningKey().publicKey
    private let digest: Digest
    private let session = Instance.random()

    init() throws {
        digest = try Digest(bytes: [UInt8](repeating: 7, count: Digest.byteCount))
    }

    private var content: HandOverRequest.Content { .messages([digest]) }

    /// Asks for the next request without waiting, as a peer does.
    private func next(_ queue: HandOverQueue, session: Instance? = nil, of key: PublicKey? = nil) async
        -> HandOverRequest?
    {
        let requests = WaitingRequests(maximum: 1, time: SystemTime())
        return await queue.next(
            for: key ?? peer, session: session ?? self.session, within: .zero, requests
        ) { _ in }
    }

    /// Waits until the request is in the queue.
    private func fetched(_ queue: HandOverQueue) async throws -> HandOverRequest {
        var found: HandOverRequest?
        try await eventually("The request is there.") {
            found = await next(queue)
            return found != nil
        }
        return try #require(found)
    }

    @Test func `a request is given out once in a session, to its peer only, and its answer reaches the one that waits`()
        async throws
    {
        let queue = HandOverQueue(time: SystemTime())
        let answer = Task { try await queue.answer(to: content, from: peer) }
        let request = try await fetched(queue)
        #expect(request.content == content)
        #expect(await next(queue) == nil)
        #expect(await next(queue, of: SigningKey().publicKey) == nil)
        #expect(await next(queue, session: .random())?.id == request.id, "after a broken link")
        let other = SigningKey().publicKey
        #expect(try await queue.deliver(request.id, from: other) { .success([9]) } == nil)
        #expect(try await queue.deliver(request.id, from: peer) { .success([1, 2]) } == true)
        #expect(try await answer.value == [1, 2])
        #expect(try await queue.deliver(request.id, from: peer) { .success([3]) } == nil)
    }

    @Test func `a request waits for the peer and a peer waits for a request`() async throws {
        let queue = HandOverQueue(time: SystemTime())
        let requests = WaitingRequests(maximum: 1, time: SystemTime())
        async let _ = requests.run()
        async let asked = queue.next(for: peer, session: session, within: .seconds(20), requests) { _ in }
        try await eventually("The peer waits.") { queue.isPresent(peer) }
        let answer = Task { try await queue.answer(to: content, from: peer) }
        let request = try #require(await asked)
        _ = try await queue.deliver(request.id, from: peer) { .failure(.cursorUnknown(sentence: "gone")) }
        await #expect(throws: PullFailure.cursorUnknown(sentence: "gone")) { try await answer.value }
        requests.close()
    }

    @Test func `a request ends when the peer has gone, and a peer that asked a moment ago has not`() async throws {
        let time = ManualTime()
        let queue = HandOverQueue(time: time)
        #expect(!queue.isPresent(peer))
        #expect(await next(queue) == nil)
        #expect(queue.isPresent(peer))
        let answer = Task { try await queue.answer(to: content, from: peer) }
        _ = try await fetched(queue)
        time.advance(by: .seconds(6))
        await #expect(throws: PullFailure.unreachable(.closed)) { try await answer.value }
        #expect(!queue.isPresent(peer))
        #expect(await next(queue, session: .random()) == nil, "nobody waits for it any more")
    }

    @Test func `an answer to a request of an earlier process answers no request of this one`() async throws {
        let earlier = HandOverQueue(time: SystemTime())
        let cancelled = Task { try await earlier.answer(to: content, from: peer) }
        let obsolete = try await fetched(earlier)
        cancelled.cancel()
        let queue = HandOverQueue(time: SystemTime())
        let answer = Task { try await queue.answer(to: content, from: peer) }
        let request = try await fetched(queue)
        #expect(try await queue.deliver(obsolete.id, from: peer) { .success([1]) } == nil)
        #expect(try await queue.deliver(request.id, from: peer) { .success([2]) } == true)
        #expect(try await answer.value == [2])
    }

    @Test func `four pages arrive at one time`() async throws {
        let queue = HandOverQueue(time: SystemTime())
        try await withThrowingTaskGroup(of: Void.self) { group in
            var ids: [UInt64] = []
            for _ in 0..<5 {
                group.addTask { _ = try await queue.answer(to: content, from: peer) }
                ids.append(try await fetched(queue).id)
            }
            try await deliver(ids[...], to: queue)
            try await group.waitForAll()
        }
    }

    /// Delivers answers, each while the one before is arriving.
    private func deliver(_ ids: ArraySlice<UInt64>, to queue: HandOverQueue) async throws {
        guard let id = ids.first else { return }
        let isTaken = try await queue.deliver(id, from: peer) {
            try await deliver(ids.dropFirst(), to: queue)
            return .success([])
        }
        guard isTaken == false else { return }
        #expect(ids.count == 1, "the fifth is too many")
        Task {
            try await eventually("The others have arrived.") {
                try await queue.deliver(id, from: peer) { .success([]) } == true
            }
        }
    }
}
