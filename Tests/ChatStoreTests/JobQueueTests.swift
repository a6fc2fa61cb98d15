import Testing

@testable import ChatStore

struct JobQueueTests {
    private func job(_ kind: Writer.Job.Kind) -> Writer.Job {
        let answer: @Sendable () -> Void = {}
        return Writer.Job(kind: kind, perform: { _, _ in answer }, fail: { _ in })
    }

    /// Returns the number of entries of each page of a batch: nil for each other job.
    private func entries(_ batch: [Writer.Job]) -> [Int?] {
        batch.map { if case .page(let entries) = $0.kind { entries } else { nil } }
    }

    @Test func `pages of peers and batches of posts take turns`() {
        var queue = JobQueue()
        for _ in 1...4 { queue.append(job(.page(entries: 1000))) }
        for _ in 1...2500 { queue.append(job(.post)) }
        #expect(queue.count == 2504)
        var batches: [Int] = []
        var arePages: [Bool] = []
        while case let batch = queue.next(), !batch.isEmpty {
            batches.append(batch.count)
            arePages.append(entries(batch).allSatisfy { $0 != nil })
        }
        #expect(batches == [1, 1000, 1, 1000, 1, 500, 1])
        #expect(arePages == [true, false, true, false, true, false, true])
        #expect(queue.count == 0)
    }

    @Test func `a post that is queued during a page is written before the next page`() {
        var queue = JobQueue()
        for _ in 1...3 { queue.append(job(.page(entries: 1000))) }
        #expect(entries(queue.next()) == [1000])
        queue.append(job(.post))
        #expect(entries(queue.next()) == [nil])
    }

    @Test func `small pages share the next commit, also behind large ones`() {
        var queue = JobQueue()
        for entries in [1000, 900, 200, 0, 55, 1, 1, 800] { queue.append(job(.page(entries: entries))) }
        #expect(entries(queue.next()) == [1000, 200, 0, 55])
        #expect(entries(queue.next()) == [900, 1, 1])
        #expect(entries(queue.next()) == [800])
        #expect(queue.next().isEmpty)
    }

    @Test func `a job that may not share a commit is committed alone`() {
        var queue = JobQueue()
        for kind: Writer.Job.Kind in [.page(entries: 1), .alone, .page(entries: 2), .alone] { queue.append(job(kind)) }
        #expect(entries(queue.next()) == [1, 2])
        #expect(entries(queue.next()) == [nil])
        #expect(entries(queue.next()) == [nil])
    }
}
