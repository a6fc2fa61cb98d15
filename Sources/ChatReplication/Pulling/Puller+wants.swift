internal import ChatExchange
internal import ChatModel
internal import ChatStore

/// A request by digests: wanted messages, exceptions, and damaged messages and missing values.
struct Ask {
    var wants: [Digest] = []
    var rows: [PeerException] = []
    var due: [DueMessage] = []
    /// All of them, without duplicates.
    var messages: [WantedMessage] = []
}

extension Puller {
    /// Returns the messages for which the peer should be asked now; nil if there are none.
    func nextAsk(_ now: Duration) -> Ask? {
        var ask = Ask()
        let wants = wants.due(at: now, limit: askLimit)
        ask.wants = wants.map(\.digest)
        var seen: Set<Digest> = []
        for want in wants where seen.insert(want.digest).inserted {
            ask.messages.append(WantedMessage(want.digest, needsValues: want.named.message.needsValues))
        }
        // Exceptions are for later: they come only when nothing else is wanted.
        if ask.messages.isEmpty {
            ask.rows = Array(rounds.rows.prefix(askLimit))
            for row in ask.rows {
                if let digest = row.digest, seen.insert(digest).inserted {
                    ask.messages.append(WantedMessage(digest, needsValues: true))
                }
            }
        }
        if ask.messages.isEmpty {
            ask.due = Array(rounds.due.prefix(askLimit))
            ask.messages = ask.due.map { WantedMessage($0.digest, needsValues: true) }
        }
        return ask.messages.isEmpty ? nil : ask
    }

    mutating func came(_ page: LogPage?, missing: [Digest], for ask: Ask, _ moment: Moment) -> [Action] {
        // The others came from elsewhere.
        let lookedUp = missing.prefix(page?.head.done ?? missing.count)
        guard page == nil || !lookedUp.isEmpty else {
            return failed(.noPage(reason: "It looked up nothing."), ask, moment)
        }
        let delivered = Set(page?.entries.compactMap(\.digest) ?? [])
        let open = Set(missing.dropFirst(lookedUp.count))
        let asked = Set(ask.messages.map(\.digest)).subtracting(open)
        wants.remove(asked.subtracting(missing))
        wants.wereAnswered(Set(lookedUp), at: moment.now)
        rounds.asked(asked)
        askLimit = min(2 * askLimit, Limits.requestedDigests)
        if page != nil {
            backoff.counted(stored: 0, bad: Set(lookedUp).subtracting(delivered).count)
            // A peer can name any number of messages that nobody has.
            if delivered.isEmpty { pause(backoff.useless(moment.random), isWakeable: false, moment.now) }
        }
        let wanted = Set(ask.wants)
        bodies.count(all: 0, new: delivered.count { wanted.contains($0) })
        var job = StoreJob()
        (job.page, job.number, job.isProven) = (page, number, true)
        job.asked = ask.rows.filter { $0.digest.map(asked.contains) == true }
        job.due = rounds.hasFailed ? nil : ask.due.prefix { asked.contains($0.digest) }.last
        job.move = .forward(storedEnd)
        if page?.entries.isEmpty == false || !job.asked.isEmpty || job.due != nil { queue.append(job) }
        return []
    }

    /// A request by digests brought nothing. It is halved, so that one message cannot keep back the others.
    mutating func failed(_ failure: PullFailure, _ ask: Ask, _ moment: Moment) -> [Action] {
        if case .storeNotRead(let code) = failure {
            storeNotRead(code, moment)
            return []
        }
        needsLog = true
        // A peer can name any number of messages, and let each request for them fail.
        pause(backoff.useless(moment.random), isWakeable: false, moment.now)
        guard ask.messages.count == 1, let digest = ask.messages.first?.digest else {
            askLimit = max(1, ask.messages.count / 2)
            return []
        }
        wants.failed(digest)
        if ask.wants.isEmpty { rounds.failed(digest) }
        return []
    }
}
