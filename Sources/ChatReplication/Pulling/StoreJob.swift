package import ChatExchange
package import ChatModel
package import ChatStore

/// What the store should do with an answer of a peer, in one transaction.
package struct StoreJob: Sendable {
    /// How the settled position moves.
    package enum Move: Hashable, Sendable {
        /// Up to the first message that is still wanted, at most up to this position.
        case forward(LogPosition)
        case back(LogPosition, isOtherLog: Bool)
    }

    /// The answer; nil if only the position moves.
    package var page: LogPage?
    /// The number of the request that brought the page.
    package var number = 0
    /// Whether the digests of the page's messages are those of the peer's log, as its mark or a list has proven. A bad message
    /// among them is refused.
    package var isProven = false
    /// The positions before the page and after its entries, if its mark proves them.
    package var positions: [LogPosition] = []
    package var move: Move?
    package var exceptions: [PeerException] = []
    /// The exceptions for which the peer was asked.
    package var asked: [PeerException] = []
    /// The last of the damaged messages and missing values for which the peer was asked.
    package var due: DueMessage?
    /// The settled position, and the wanted messages from there on, when the job is begun.
    package var settled = LogPosition.start
    package var wants: [UnsettledMessage] = []
    /// Whether the store notes the settled position also if that is all.
    package var isDue = false

    package init() {}

    /// Whether the store would only move the settled position. In a mesh, most answers list what has come from its origin.
    package func onlyMoves(_ judged: JudgedEntries) -> Bool {
        guard page != nil, case .forward = move, !isDue, exceptions.isEmpty, asked.isEmpty, due == nil else {
            return false
        }
        let wanted = Set(wants.map(\.digest))
        return zip(judged.entries, judged.verdicts).allSatisfy { entry, verdict in
            switch verdict {
            // A wanted message came from elsewhere: the store ends the want.
            case .known: entry.digest.map(wanted.contains) != true
            case .wanted: true
            default: false
            }
        }
    }

    /// Returns what is to be stored.
    package func judgedPage(_ judged: JudgedEntries) -> JudgedPage {
        var page = JudgedPage(verdicts: isProven ? judged.verdicts : judged.verdicts.map(\.withoutProof))
        (page.exceptions, page.asked, page.due, page.rules) = (exceptions, asked, due, judged.rules)
        switch move {
        case .forward(let end):
            page.settling = .forward(
                after: settled, wants: wants + named(in: judged).map(\.message), end: end, passing: positions)
        case .back(let position, let isOtherLog):
            page.settling = .back(to: position, isOtherLog: isOtherLog)
        case nil: break
        }
        return page
    }

    /// Returns the messages that a page of the log names and that this node lacks.
    package func named(in judged: JudgedEntries) -> [NamedMessage] {
        zip(positions, zip(judged.entries, judged.verdicts)).compactMap { before, judged in
            let (entry, verdict) = judged
            guard case .wanted = verdict, let digest = entry.digest else { return nil }
            let message = UnsettledMessage(after: before, digest, needsValues: entry.hasValues)
            guard case .listed(_, let listed) = entry else { return NamedMessage(entry.id, message, origin: nil) }
            return NamedMessage(entry.id, message, origin: listed.origin)
        }
    }

    /// Returns how many messages of other origins the page had, and how many of them were new and whole. Messages of the peer's own
    /// that it was asked to list count, too.
    package func relayed(in judged: JudgedEntries) -> (all: Int, new: Int) {
        guard let node = page?.head.node else { return (0, 0) }
        var (all, new) = (0, 0)
        for (entry, verdict) in zip(judged.entries, judged.verdicts) {
            switch entry {
            case .listed: all += 1
            case .message(_, let message) where message.origin != node:
                all += 1
                if case .good = verdict { new += 1 }
            case .message, .gone, .damaged, .laterForm, .bad: break
            }
        }
        return (all, new)
    }
}

extension JudgedPage.Verdict {
    /// The verdict on a message whose digest need not be that of an entry of the log.
    fileprivate var withoutProof: Self {
        if case .refused(let id, let refusal, _) = self { .unusable(id, refusal) } else { self }
    }
}

/// What the store has done with a ``StoreJob``.
package struct StoredAnswer: Sendable {
    package let applied: Applied
    /// False for a job that would only move the settled position, which a later one does.
    package let isCommitted: Bool
    /// The messages that the answer names and that this node lacks.
    package let named: [NamedMessage]
    package let relayed: (all: Int, new: Int)

    package init(
        _ applied: Applied, isCommitted: Bool = true, named: [NamedMessage] = [], relayed: (all: Int, new: Int) = (0, 0)
    ) {
        (self.applied, self.isCommitted, self.named, self.relayed) = (applied, isCommitted, named, relayed)
    }

    /// The answer to a job that was not committed, because it would only move the settled position.
    ///
    /// - Parameter messagesInLog: the number of messages in the store.
    package init(uncommitted job: StoreJob, _ judged: JudgedEntries, messagesInLog: Int) {
        var applied = Applied()
        applied.known = judged.verdicts.count { if case .known = $0 { true } else { false } }
        applied.messagesInLog = messagesInLog
        self.init(applied, isCommitted: false, named: job.named(in: judged), relayed: job.relayed(in: judged))
    }
}
