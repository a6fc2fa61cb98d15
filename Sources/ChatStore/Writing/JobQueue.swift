/// The queue of the ``Writer``. It decides which jobs are written next, and which of them share a commit.
struct JobQueue {
    /// The largest number of posts in one commit.
    static let maximumBatch = 1000
    /// The largest number of entries that the pages of one commit have beside those of its first page.
    static let maximumEntries = 256

    private var posts: [Writer.Job] = []
    /// The pages of peers, and what is committed alone.
    private var others: [Writer.Job] = []
    private var lastWasOther = false

    var count: Int { posts.count + others.count }

    mutating func append(_ job: Writer.Job) {
        if case .post = job.kind { posts.append(job) } else { others.append(job) }
    }

    /// Takes the jobs of the next commit from the queue: posts, pages, or one job that is committed alone. Posts and the others take turns, so
    /// that a post waits for at most one commit of pages. Small pages do not wait for each of the large ones before them.
    ///
    /// - Returns: the jobs in their order; an empty array if the queue is empty.
    mutating func next() -> [Writer.Job] {
        lastWasOther = !others.isEmpty && (posts.isEmpty || !lastWasOther)
        if lastWasOther { return nextOthers() }
        let batch = posts.prefix(Self.maximumBatch)
        posts.removeFirst(batch.count)
        return Array(batch)
    }

    private mutating func nextOthers() -> [Writer.Job] {
        var batch = [others.removeFirst()]
        guard case .page = batch[0].kind else { return batch }
        var room = Self.maximumEntries
        others.removeAll { job in
            guard case .page(let entries) = job.kind, entries <= room else { return false }
            room -= max(entries, 1)
            batch.append(job)
            return true
        }
        return batch
    }
}
