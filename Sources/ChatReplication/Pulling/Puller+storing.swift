internal import ChatExchange
internal import ChatModel
internal import ChatStore

extension Puller {
    /// Lets the store apply the oldest answer, or note how far the log is settled.
    mutating func storeNext(_ moment: Moment) -> [Action] {
        guard !isStoring, storeRetry == nil else { return [] }
        settlingTime = reached.id > cursors.settled.id ? settlingTime ?? moment.now + pace.settlingInterval : nil
        if queue.isEmpty, let job = bookkeeping(moment) { queue.append(job) }
        guard !queue.isEmpty else { return [] }
        isStoring = true
        let exceptions = Set(queue[0].exceptions.compactMap(\.digest))
        queue[0].settled = cursors.settled
        // A page may show that the log continues another one of the peer.
        queue[0].isDue = !cursors.others.isEmpty || isSettlingDue(moment)
        queue[0].wants = wants.unsettled.filter { !exceptions.contains($0.digest) }
        return [.store(queue[0])]
    }

    /// Returns the new exceptions, and from time to time the position that the log has come to without a commit: messages came from
    /// elsewhere.
    private func bookkeeping(_ moment: Moment) -> StoreJob? {
        var job = StoreJob()
        job.exceptions = wants.exceptions(at: moment.now, since: moment.wall)
        job.move = .forward(storedEnd)
        return job.exceptions.isEmpty && !isSettlingDue(moment) ? nil : job
    }

    /// What the store should note when the puller ends; nil if it has noted everything, or is noting it.
    package var lastJob: StoreJob? {
        guard !isStoring, storeRetry == nil, queue.isEmpty, reached.id > cursors.settled.id else { return nil }
        var job = StoreJob()
        job.move = .forward(storedEnd)
        (job.settled, job.wants) = (cursors.settled, wants.unsettled)
        return job
    }

    private func isSettlingDue(_ moment: Moment) -> Bool { settlingTime.map { $0 <= moment.now } == true }

    /// Whether an answer waits after which the log is read from another position.
    var isReadAgain: Bool { queue.contains { if case .back = $0.move { true } else { false } } }

    /// The position up to which everything is stored, refused, passed or an exception. It is settled as soon as the store notes it.
    var reached: LogPosition { wants.all.first?.named.message.before ?? storedEnd }

    mutating func stored(_ result: Result<StoredAnswer, StoreError>, _ moment: Moment) -> [Action] {
        isStoring = false
        switch result {
        case .success(let answer): return stored(answer, moment)
        case .failure(let error):
            storeRetry = moment.now + backoff.storeFailed(moment.random)
            report.notStored(error.code, at: moment.now)
            return notices.first(.notStored(error))
        }
    }

    private mutating func stored(_ answer: StoredAnswer, _ moment: Moment) -> [Action] {
        let (job, applied) = (queue.removeFirst(), answer.applied)
        if answer.isCommitted {
            backoff.storeSucceeded()
            report.stored(at: moment.now)
            (cursors, claim) = (applied.cursors, applied.claim)
        }
        var noted = job.exceptions.map(\.last)
        if !applied.waiting.isEmpty, case .forward(let end) = job.move { noted.append(end.id) }
        lastException = noted.max().map { max($0, lastException) } ?? lastException
        let isReadAgain = isReadAgain
        if case .forward(let end) = job.move, end.id > storedEnd.id, !isReadAgain { storedEnd = end }
        wants.remove(applied.settled.union(job.exceptions.compactMap(\.digest)))
        if !applied.waiting.isEmpty { rounds.somethingWaits(at: moment.now) }
        if job.page != nil { isSpent = !applied.waiting.isEmpty && applied.stored == 0 }
        if !isReadAgain {
            wants.add(answer.named) { origin in moment.now + (origin == report.node ? .zero : pace.originGrace) }
        }
        wants.settled(at: cursors.settled)
        // Without room, what may follow is not read before the others have come.
        if isCaughtUp && queue.isEmpty || wants.room == 0 { wants.endIsRead(at: moment.now) }
        bodies.count(all: answer.relayed.all, new: answer.relayed.new)
        reportPosition(moment)
        return notices.storing() + judge(applied, answer.named, of: job, moment)
    }

    /// Decides whether an answer was progress, and reports what was wrong with it.
    private mutating func judge(
        _ applied: Applied, _ named: [NamedMessage], of job: StoreJob, _ moment: Moment
    ) -> [Action] {
        guard let page = job.page else { return [] }
        let bad = page.entries.count { if case .bad = $0 { true } else { false } } + applied.refused
        backoff.counted(stored: applied.stored, bad: bad)
        known += applied.known
        let isRepeating = known > 2 * applied.messagesInLog
        // A page of forged messages is useless even if it has a good one.
        if applied.stored > 0, applied.stored >= bad {
            backoff.useful()
            notices.forgetRestore()
        } else if isRepeating || bad > 0
            || applied.known == 0 && named.isEmpty && (applied.waiting.isEmpty || isCaughtUp)
        {
            // What follows a part of messages that wait may be other members'.
            pause(backoff.useless(moment.random), isWakeable: false, moment.now)
        }
        var actions = isRepeating ? notices.first(.repeating) : []
        if let origin = applied.waiting.values.first { actions += notices.first(.waiting(origin: origin)) }
        if applied.healed > 0 { actions.append(.notify(.healed(applied.healed))) }
        if let later = applied.firstLaterForm {
            actions += notices.first(.laterForm(first: later.id, form: later.form))
        }
        if let bad = applied.firstRefused { actions += notices.first(.badMessages(first: bad.id, bad.refusal)) }
        return actions
    }
}
