import ChatExchange
import ChatModel
import ChatStore
import Synchronization
import TestSupport

@testable import ChatReplication

/// A puller with virtual time, to which a test sends the events of a peer.
struct Script {
    let peer = SigningKey().publicKey
    let peerInstance = Instance.random()
    let own = SigningKey().publicKey
    let ownInstance = Instance.random()
    var puller: Puller
    var now = Duration.zero
    var notices: [Notice] = []
    /// Whether pages are judged as soon as they may be.
    var judgesAtOnce = true
    /// What the store's searches for due messages find.
    var due: [DueMessage] = []
    private(set) var searches = 0
    /// The gaps that the store's searches find.
    var gaps = Gaps()

    init(
        cursor: Cursor = .start, otherCursors: [Cursor] = [], group: GroupID = .none, pace: Pace = Pace(),
        hasAnsweredBefore: Bool = false
    ) {
        puller = Puller(
            node: own, instance: ownInstance, group: group, pace: pace, cursor: cursor, otherCursors: otherCursors,
            hasAnsweredBefore: hasAnsweredBefore)
    }

    /// Sends an event, and performs the searches for due messages and gaps, the ends of waiting requests, and judges pages.
    mutating func handle(_ event: Puller.Event) -> [Puller.Action] {
        var actions = puller.handle(event, now: now, random: 0.5)
        for case .notify(let notice) in actions { notices.append(notice) }
        for action in actions {
            switch action {
            case .findDue:
                searches += 1
                actions += handle(.foundDue(due))
            case .endWait: actions += handle(.waitEnded)
            case .judge(let entries) where judgesAtOnce: actions += handle(.judged(entries))
            case .findGap(let id): actions += handle(.foundGap(gaps.next(after: id, knowing: 1)))
            default: break
            }
        }
        return actions
    }

    /// Returns a page with entries of these ids, which need no signature.
    ///
    /// - Parameter mark: the mark of `next`; nil for the right one.
    func page(
        _ ids: ClosedRange<UInt64>?, next: UInt64? = nil, mark: Mark? = nil, high: UInt64, instance: Instance? = nil,
        node: PublicKey? = nil, name: String = "peer"
    ) -> LogPage {
        let entries = ids.map { $0.map { LogPage.Entry.gone(.at($0), .ofZeros) } } ?? []
        let end = LogPosition.at(next ?? ids?.upperBound ?? high)
        let head = PageHead(
            node: node ?? peer, name: name, instance: instance ?? peerInstance, low: .at(1), high: .at(high),
            next: LogPosition(id: end.id, mark: mark ?? end.mark))
        return LogPage(head: head, entries: entries)
    }

    /// Returns the event of a page of which only the root can be read.
    func unreadable(next: UInt64, instance: Instance? = nil) -> Puller.Event {
        .notFetched(.unreadable(page(nil, high: next, instance: instance).head, reason: "Poison."))
    }
}

/// Returns the event of an applied page.
func applied(_ stored: Int = 1, known: Int = 0, bad: Int = 0, otherCursors: [Cursor] = []) -> Puller.Event {
    var applied = Applied()
    applied.stored = stored
    applied.known = known
    applied.quarantined = bad
    applied.messagesInLog = 1000
    applied.otherCursors = otherCursors
    return .applied(applied)
}

extension Digest {
    static let ofZeros = try! Digest(bytes: [UInt8](repeating: 0, count: 32))  // 32 bytes are a digest.
}

extension LogID {
    static func at(_ id: UInt64) -> LogID { LogID.zero.advanced(by: id) }
}

extension LogPosition {
    private static let marks = Mutex([Mark.zero])

    /// Returns the position of a record in a log whose records all have the same digest.
    static func at(_ id: UInt64) -> LogPosition {
        let mark = marks.withLock { marks in
            while marks.count <= id { marks.append(marks[marks.count - 1].appending(.ofZeros)) }
            return marks[Int(id)]
        }
        return LogPosition(id: .at(id), mark: mark)
    }
}

extension [Puller.Action] {
    var request: PullRequest? {
        for case .fetch(let request) in self { return request }
        return nil
    }

    /// The digests of the requested messages.
    var digests: [Digest]? {
        for case .fetchWanted(let digests) in self { return digests }
        return nil
    }

    /// The request for a gap.
    var gapRequest: PullRequest? {
        for case .fetchGap(let request) in self { return request }
        return nil
    }

    var gapPage: GapPage? {
        for case .applyGap(let page) in self { return page }
        return nil
    }

    var wantedPage: WantedPage? {
        for case .applyWanted(let page) in self { return page }
        return nil
    }

    var pause: (duration: Duration, number: Int)? {
        for case .pause(let duration, let number) in self { return (duration, number) }
        return nil
    }

    /// The entries to judge.
    var judged: [LogPage.Entry]? {
        for case .judge(let entries) in self { return entries }
        return nil
    }

    var page: PageToApply? {
        for case .apply(let page, _) in self { return page }
        return nil
    }
}

extension Puller.Event {
    /// Returns the event of judged entries without verdicts: a puller does not read them.
    static func judged(_ entries: [LogPage.Entry]) -> Puller.Event {
        .judged(JudgedEntries(entries, [], in: .none))
    }
}

extension LogStart {
    static func at(_ id: UInt64) -> Self { .after(LogPosition.at(id)) }
}
