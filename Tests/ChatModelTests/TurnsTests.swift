import ChatModel
import Testing

@Suite(.timeLimit(.minutes(10))) struct TurnsTests {
    @Test func `the parties take turns`() async {
        let turns = Turns<String>(atOnce: 1)
        #expect(await turns.begin("first") == .atOnce)
        let (order, source) = AsyncStream<String>.makeStream()
        await withTaskGroup(of: Void.self) { tasks in
            for (number, party) in ["one", "one", "one", "other"].enumerated() {
                tasks.addTask {
                    #expect(await turns.begin(party) == .afterWait)
                    source.yield(party)
                    turns.end()
                }
                while turns.waitingCount <= number { await Task.yield() }
            }
            turns.end()
        }
        source.finish()
        #expect(await order.reduce(into: []) { $0.append($1) } == ["one", "other", "one", "one"])
    }

    @Test func `a cancelled task stops waiting and takes no turn`() async {
        let turns = Turns<String>(atOnce: 1)
        #expect(await turns.begin("first") == .atOnce)
        let cancelled = Task { await turns.begin("one") }
        let waiting = Task { await turns.begin("one") }
        while turns.waitingCount < 2 { await Task.yield() }
        cancelled.cancel()
        #expect(await cancelled.value == nil)
        #expect(turns.waitingCount == 1)
        turns.end()
        #expect(await waiting.value == .afterWait)
        turns.end()
        #expect(await turns.begin("another") == .atOnce)
    }
}
