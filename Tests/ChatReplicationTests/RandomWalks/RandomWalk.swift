import ChatModel
import ChatStore
import TestSupport

@testable import ChatReplication

/// A puller between models of a peer and a store, with random faults of both.
struct RandomWalk {
    /// A broken invariant, and the events before.
    struct Finding: Error, CustomStringConvertible {
        let description: String
    }

    private var dice: SeededGenerator
    private var script: Script
    /// Logs of the peer before it was restored, and of its clones: it may go back to one of them.
    private var earlier: [ModelPeer] = []
    private var trace: [String] = []
    private let faultShare: Double

    init(seed: UInt64) {
        dice = SeededGenerator(seed: seed)
        var pace = Pace()
        pace.pageMessages = [1, 2, 3, 8, 50].randomElement(using: &dice) ?? 1
        faultShare = [0, 0.05, 0.3].randomElement(using: &dice) ?? 0
        script = Script(isEmpty: .random(using: &dice), pace: pace)
    }

    mutating func walk() throws(Finding) {
        script.start()
        for _ in 0..<Int.random(in: 5...100, using: &dice) { try step() }
        trace.append("all is well")
        script.peer.faults = [:]
        script.peer.lookups = 1000
        (script.storesAtOnce, script.searchesAtOnce) = (true, true)
        (script.peer.failure, script.peer.exaggeration, script.storeError) = (nil, 0, nil)
        script.peer.post()
        script.storeAnswer()
        script.endSearch()
        // Each start asks for the exceptions again.
        for _ in 0..<3 {
            try run(for: .seconds(200))
            script.restart()
        }
        try run(for: .seconds(200))
        try checkEnd()
    }

    private mutating func step() throws(Finding) {
        change()
        let milliseconds = [0, 10, 1000, 5000, 70_000, 1_000_000].randomElement(using: &dice) ?? 0
        try run(for: .milliseconds(Int.random(in: 0...milliseconds, using: &dice)))
    }

    private mutating func run(for duration: Duration) throws(Finding) {
        script.random = Double.random(in: 0..<1, using: &dice)
        guard script.run(for: duration) else { throw finding("The puller makes steps without end.") }
        guard script.missed.isEmpty else { throw finding("The settled position has passed \(script.missed).") }
        guard script.falselyClaimed.isEmpty else { throw finding("It claimed to have \(script.falselyClaimed).") }
    }

    private func checkEnd() throws(Finding) {
        let missing = script.peer.log.filter { entry in
            !entry.isPassed && !script.store.stored.contains(entry.digest)
                && !script.store.refused.contains(entry.digest)
                && entry.content != .gone && entry.content != .damaged
        }
        guard missing.isEmpty else { throw finding("\(missing.map(\.position.id)) never came.") }
        guard script.store.settled == script.peer.end else {
            throw finding("It is settled at \(script.store.settled.id).")
        }
        // A message that the peer does not have, or that only a lost log of it had, may stay an exception.
        let had = Set(script.peer.log.filter(\.hasMessage).map(\.digest))
        let left = script.store.exceptions.filter { row in row.digest.map(had.contains) != false }
        guard left.isEmpty else { throw finding("The exceptions \(left.map(\.before.id)) are left.") }
        guard script.puller.report.state == .inSync else { throw finding("\(script.puller.report)") }
    }

    private func finding(_ description: String) -> Finding {
        let entries = script.peer.log.map { entry in
            let fault = script.peer.faults[entry.digest].map { ", \($0)" } ?? ""
            return "\(entry.position.id): \(entry.content)\(fault)"
        }
        let requests = script.pulls.suffix(30).map {
            "\($0.from), \($0.limit), \($0.bodies), settled \($0.claim.settled.id), lacks \($0.claim.lacks)"
        }
        let moves = script.jobs.suffix(30).map { job in
            "\(job.page?.entries.map(\.id) ?? []), \(String(describing: job.move)), \(job.exceptions.map(\.last))"
        }
        let rows = script.store.exceptions.map { "\($0.before.id)...\($0.last), \($0.reason)" }
        let lines = [entries, ["requests"], requests, ["stored answers"], moves, ["exceptions"], rows, ["events"]]
        return Finding(
            description: (lines.joined() + trace.suffix(60) + ["\(script.now): \(description)"])
                .joined(separator: "\n"))
    }

    // MARK: Changes

    private mutating func change() {
        switch Int.random(in: 0..<24, using: &dice) {
        case 0..<8: post()
        case 8, 9:
            let failures: [PullFailure] = [
                .unreachable(.refused), .tooSlow, .noAnswer(after: .seconds(40)), .refused(.peerPaused),
            ]
            script.peer.failure = failures.randomElement(using: &dice)
            note("the peer is away")
        case 10, 11, 12:
            script.peer.failure = nil
            note("the peer answers")
        case 13:
            script.storeError = script.storeError == nil ? .diskFull : nil
            note("the store works: \(script.storeError == nil)")
        case 14:
            script.restart()
            note("the puller starts again")
        case 15:
            earlier.append(script.peer)
            script.peer.restore(Int.random(in: 0...script.peer.log.count, using: &dice))
            if Bool.random(using: &dice) { script.peer.jump(by: 10) }
            note("the peer is restored to \(script.peer.end.id)")
        case 16:
            guard let other = earlier.indices.randomElement(using: &dice) else { return }
            (script.peer, earlier[other]) = (earlier[other], script.peer)
            note("another log of the peer, up to \(script.peer.end.id)")
        case 17:
            if let digest = script.peer.digests.randomElement(using: &dice) { script.store.add(digest) }
            note("a message comes from elsewhere")
        case 18:
            script.peer.faults = [:]
            script.peer.lookups = Int.random(in: 1...20, using: &dice)
            note("the peer has no faults")
        case 19:
            script.peer.exaggeration = Bool.random(using: &dice) ? 3 : 0
            script.send(.woken)
        default: changeStore()
        }
    }

    /// Lets commits and searches take time, or ends those in progress. Some commits are made although they seem to fail.
    private mutating func changeStore() {
        script.storesAtOnce = .random(using: &dice)
        script.searchesAtOnce = .random(using: &dice)
        note("commits at once: \(script.storesAtOnce), searches at once: \(script.searchesAtOnce)")
        guard Bool.random(using: &dice) else { return }
        if Int.random(in: 0..<4, using: &dice) == 0 { script.storeAnswerWithoutOutcome() } else { script.storeAnswer() }
        script.endSearch()
    }

    private mutating func post() {
        let contents: [ModelPeer.Content] = [
            .message, .message, .message, .message, .valueless, .gone, .damaged, .laterForm, .otherGroup,
        ]
        let faults: [ModelPeer.Fault] = [.unreadable, .cutOff, .malformed, .withheld, .leftOut, .unlistable]
        for _ in 0..<Int.random(in: 1...12, using: &dice) {
            script.peer.post(
                relayed: .random(using: &dice), isBad: Int.random(in: 0..<20, using: &dice) == 0,
                contents.randomElement(using: &dice) ?? .message)
            guard Double.random(in: 0..<1, using: &dice) < faultShare, let last = script.peer.digests.last else {
                continue
            }
            script.peer.faults[last] = faults.randomElement(using: &dice)
        }
        note("posts up to \(script.peer.end.id)")
    }

    private mutating func note(_ event: String) { trace.append("\(script.now): \(event)") }
}
