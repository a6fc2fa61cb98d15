import Testing

@testable import ChatStore

struct JobQueueTests {
    private func job(sharing: Bool) -> Writer.Job {
        let answer: @Sendable () -> Void = {}
        return Writer.Job(sharesCommit: sharing, perform: { _, _ in answer }, fail: { _ in })
    }

    @Test func `pages of peers and batches of posts take turns`() {
        var queue = JobQueue()
        for _ in 1...4 { queue.append(job(sharing: false)) }
        for _ in 1...2500 { queue.append(job(sharing: true)) }
        #expect(queue.count == 2504)
        var batches: [Int] = []
        var isAlone: [Bool] = []
        while case let batch = queue.next(), !batch.isEmpty {
            batches.append(batch.count)
            isAlone.append(batch.contains { !$0.sharesCommit })
        }
        #expect(batches == [1, 1000, 1, 1000, 1, 500, 1])
        #expect(isAlone == [true, false, true, false, true, false, true])
        #expect(queue.count == 0)
    }

    @Test func `a post that is queued during a page is written before the next page`() {
        var queue = JobQueue()
        for _ in 1...3 { queue.append(job(sharing: false)) }
        let first = queue.next()
        #expect(first.map(\.sharesCommit) == [false])
        queue.append(job(sharing: true))
        let second = queue.next()
        #expect(second.map(\.sharesCommit) == [true])
    }
}
