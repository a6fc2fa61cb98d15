import ChatModel
import TestSupport

@testable import ChatReplication

/// A model of a peer that is restored and wiped, and whose answers are wrong or missing until it is healed.
struct ModelPeer {
    private let key = SigningKey().publicKey
    private var instance = Instance.random()
    /// The log of another machine with the same key, which answers by turns.
    private(set) var clone: (log: ModelLog, instance: Instance)?
    private(set) var log = ModelLog()
    /// The logs before it was restored or wiped.
    private(set) var earlierLogs: [ModelLog] = []
    private var snapshot = ModelLog()
    private var count: UInt64 = 0
    /// Messages that make their page unreadable.
    private var poison: Set<Digest> = []
    /// The messages during whose transfer the connection breaks.
    private var cutOff: Set<Digest> = []
    /// Messages that arrive as bad messages.
    private var bad: Set<Digest> = []
    /// Messages of a form that the puller's program knows only after an upgrade.
    private var later: Set<Digest> = []
    /// Its earlier answers, which it may repeat.
    private var answers: [LogPage] = []
    private var makesTrouble = true
    /// The share of its answers that are wrong.
    private let share: Double
    /// How often its clone answers in its place.
    private let cloneWeight: Int

    init(_ dice: inout SeededGenerator) {
        share = [0.05, 0.2, 0.5].randomElement(using: &dice) ?? 0
        cloneWeight = [0, 2, 8].randomElement(using: &dice) ?? 0
    }

    /// Ends all faults. The puller's program is upgraded.
    mutating func heal(_ dice: inout SeededGenerator) {
        makesTrouble = false
        (poison, cutOff, bad) = ([], [], [])
        post(&dice)
    }

    /// Changes the peer: mostly it posts messages.
    mutating func change(_ dice: inout SeededGenerator) -> String {
        switch Int.random(in: 0..<12 + cloneWeight, using: &dice) {
        case 0..<6:
            for _ in 0..<Int.random(in: 1...6, using: &dice) { post(&dice) }
            return "posts up to \(log.end.id)"
        case 6, 7:
            snapshot = ([log] + earlierLogs).randomElement(using: &dice) ?? log
            return "snapshot of \(snapshot.end.id)"
        case 8:
            begin(with: snapshot)
            return "restored in place to \(log.end.id)"
        case 9:
            let before = log
            begin(with: snapshot)
            log.jump(by: .random(in: 1...30, using: &dice), behind: before)
            return "restored by copy to \(log.end.id)"
        case 12...:
            answerFromClone(&dice)
            return "its clone answers, with a log up to \(log.end.id)"
        case 10 where Bool.random(using: &dice):
            begin(with: ModelLog())
            return "wiped"
        default:
            log.jump(by: .random(in: 0...30, using: &dice), behind: log)
            begin()
            return "started again"
        }
    }

    /// Lets a machine with a copy of the data folder answer, which has the same key and its own log.
    private mutating func answerFromClone(_ dice: inout SeededGenerator) {
        let answering = (log, instance)
        if let clone {
            (log, instance) = clone
        } else {
            instance = .random()
            // The copy of a whole machine leaves out no ids.
            if Bool.random(using: &dice) { log.jump(by: .random(in: 1...30, using: &dice), behind: log) }
        }
        (clone, answers) = (answering, [])
    }

    private mutating func begin(with log: ModelLog) {
        earlierLogs.append(self.log)
        self.log = log
        begin()
    }

    /// Starts a new instance. Earlier answers do not arrive any more, because connections broke.
    private mutating func begin() {
        answers = []
        instance = .random()
    }

    private mutating func post(_ dice: inout SeededGenerator) {
        count += 1
        let bytes = (0..<32).map { $0 < 8 ? UInt8(truncatingIfNeeded: count >> (8 * $0)) : 0 }
        let digest = try! Digest(bytes: bytes)  // 32 bytes are a digest.
        if dice.chance(0.05) { poison.insert(digest) }
        if dice.chance(0.02) { cutOff.insert(digest) }
        if dice.chance(0.05) { bad.insert(digest) }
        if dice.chance(0.05) { later.insert(digest) }
        log.append(digest)
    }
}

// MARK: - Answering

extension ModelPeer {
    mutating func answer(_ request: PullRequest, _ dice: inout SeededGenerator) -> Puller.Event {
        let isSpoiled = makesTrouble && dice.chance(share)
        if isSpoiled, Bool.random(using: &dice) {
            let failures = [PullFailure.unreachable(.refused), .tooSlow, .cursorUnknown(sentence: "409.")]
            return .notFetched(failures.randomElement(using: &dice) ?? .tooSlow)
        }
        guard let start = start(of: request.from) else { return .notFetched(.cursorUnknown(sentence: "409.")) }
        let rest = log.entries.filter { $0.position.id > start }
        let taken = rest.prefix(request.limit)
        let next = taken.count < rest.count ? taken.last?.position : log.end
        var page = page(taken.map(entry), next: next ?? .start)
        if makesTrouble, taken.contains(where: { cutOff.contains($0.digest) }) {
            return .notFetched(.brokenOff(.closed))
        }
        let isPoisoned = makesTrouble && taken.contains { poison.contains($0.digest) }
        if isPoisoned || isSpoiled && dice.chance(0.2) {
            return .notFetched(.unreadable(page.head, reason: "Poison."))
        }
        // Only a page can be too large, a refusal cannot.
        if isSpoiled, !page.entries.isEmpty, dice.chance(0.2) {
            return .notFetched(.tooLarge)
        }
        answers.append(page)
        if isSpoiled { page = spoiled(page, &dice) }
        return .fetched(page, after: page.entries.isEmpty ? .seconds(request.waitSeconds) : .zero)
    }

    /// Returns the answer to a request for wanted messages. The peer has none of them.
    func answerWanted(_ dice: inout SeededGenerator) -> Puller.Event {
        let head = page([], next: log.end).head
        let failures = [PullFailure.unreachable(.refused), .tooLarge, .unreadable(head, reason: "Poison.")]
        if makesTrouble, dice.chance(0.3), let failure = failures.randomElement(using: &dice) {
            return .notFetchedWanted(failure)
        }
        return .fetchedWanted(LogPage(head: head, entries: []), byteCount: 0)
    }

    /// Returns the id after which the page begins; nil if the log does not have the position.
    private func start(of from: LogStart) -> LogID? {
        switch from {
        case .after(let id, let mark):
            if id > log.end.id { return nil }
            if let mark, !log.has(LogPosition(id: id, mark: mark)) { return nil }
            return id
        case .newestCommon(let cursor):
            return cursor.positions.first(where: log.has)?.id ?? .zero
        }
    }

    private func entry(_ entry: ModelLog.Entry) -> LogPage.Entry {
        if makesTrouble, later.contains(entry.digest) { return .laterForm(entry.position.id, form: 2, entry.digest) }
        guard makesTrouble, bad.contains(entry.digest) else { return .gone(entry.position.id, entry.digest) }
        let refusal = Refusal(.badSignature, "Not a message.")
        return .bad(entry.position.id, BadMessage(reason: refusal, raw: entry.digest.bytes))
    }

    private func page(_ entries: [LogPage.Entry], next: LogPosition, high: LogID = .zero) -> LogPage {
        let head = PageHead(
            node: key, name: "peer", instance: instance, low: .at(1), high: max(high, log.end.id, next.id), next: next)
        return LogPage(head: head, entries: entries)
    }

    /// Returns a readable page with an error in it.
    private func spoiled(_ page: LogPage, _ dice: inout SeededGenerator) -> LogPage {
        let next = page.head.next
        let ahead = next.id.advanced(by: .random(in: 1...40, using: &dice))
        switch Int.random(in: 0..<7, using: &dice) {
        case 0:
            let left = page.entries.randomElement(using: &dice)?.id
            return self.page(page.entries.filter { $0.id != left }, next: next)
        case 1: return self.page([], next: next)
        case 2: return self.page(page.entries, next: LogPosition(id: next.id, mark: next.mark.appending(.ofZeros)))
        case 3: return self.page(page.entries, next: LogPosition(id: ahead, mark: next.mark))
        case 4: return self.page(page.entries, next: next, high: ahead)
        case 5: return answers.randomElement(using: &dice) ?? page
        default:
            guard let end = log.entries.randomElement(using: &dice) else { return page }
            return self.page(page.entries.filter { $0.id <= end.position.id }, next: end.position)
        }
    }
}

extension SeededGenerator {
    /// Returns true with this probability.
    mutating func chance(_ probability: Double) -> Bool { Double.random(in: 0..<1, using: &self) < probability }
}
