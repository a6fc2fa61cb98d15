/// The queued jobs of the ``Writer``, in the order in which they are written.
struct JobQueue {
    /// The largest number of jobs in one commit.
    static let maximumBatch = 1000

    private var sharing: [Writer.Job] = []
    private var alone: [Writer.Job] = []
    private var lastWasAlone = false

    var count: Int { sharing.count + alone.count }

    mutating func append(_ job: Writer.Job) {
        if job.sharesCommit { sharing.append(job) } else { alone.append(job) }
    }

    /// Takes the jobs of the next commit from the queue: jobs that share a commit, or one that does not. If there are both,
    /// they take turns, so that a post waits for at most one page of a peer.
    ///
    /// - Returns: the jobs in their order; an empty array if the queue is empty.
    mutating func next() -> [Writer.Job] {
        lastWasAlone = !alone.isEmpty && (sharing.isEmpty || !lastWasAlone)
        if lastWasAlone { return [alone.removeFirst()] }
        let batch = sharing.prefix(Self.maximumBatch)
        sharing.removeFirst(batch.count)
        return Array(batch)
    }
}
