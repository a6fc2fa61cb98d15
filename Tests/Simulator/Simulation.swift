import ChatModel
import ChatReplication
import ChatStore

/// Runs real stores and the real puller in virtual time, with faults that a seed decides.
///
/// One task performs one action after another and uses only files of the machine. So equal scenarios give equal runs, byte
/// for byte, and hours pass in seconds. Store, puller, intake and XML are the program's own code. The simulator replaces
/// the network, the clocks and the users.
public final class Simulation {
    var dice: Dice
    var agenda = Agenda()
    var report = Report()
    private var trace: Trace

    var nodes: [SimulatedNode] = []
    /// By requesting node and serving node.
    var links: [[Link]] = []
    let faults: Set<Fault>
    let pace: Pace
    /// Whether faults have ended.
    var isHealing = false
    /// The time of the last planned restart after the end of the faults.
    var lastRetry = Duration.zero
    /// The texts of the messages whose posts were acknowledged, by digest.
    var acknowledged: [Digest: String] = [:]
    /// The messages that were stored for each post, by its text. A restored node may store a post again whose message has
    /// not come back yet.
    var messagesOfPosts: [String: Set<Digest>] = [:]
    /// Messages whose only copy was in a store that was restored or wiped.
    var lost: Set<Digest> = []
    /// Messages whose values came back with a restored store. Pullers that had read the message without them do not see
    /// that.
    var returned: Set<Digest> = []
    /// Messages that some node got without the values that its peer had. It passes them on like that. A node to which no log
    /// offers the values asks for them a day later.
    var givenWithoutValues: Set<Digest> = []
    /// Messages that a settled position may pass although they are not stored. Only sequences have some.
    var passable: Set<Digest> = []
    var postsMade = 0
    let features: Features
    /// The founders of the two groups of the nodes; empty if the run has none.
    var founders: [SigningKey] = []
    /// Whether the nodes are paired; else they pull over plain HTTP.
    var isPaired = false
    /// The first node that lacked messages of its peers when this was last checked.
    private var lackingNode: Int?
    /// The exchanges of paired nodes over open connections.
    var connected: [Exchange] = []
    var turnedLinks: [TurnedLink] = []
    /// The random numbers of checks, so that a check does not change the run.
    var checkDice: Dice
    /// The last answers by requesting and serving node; faults repeat them.
    var lastAnswers: [[Int]: [[UInt8]]] = [:]

    /// - Parameter show: called with each line of the trace.
    public static func run(
        _ scenario: Scenario, show: @escaping (String) -> Void = { _ in }
    ) async throws -> Report {
        let simulation = try Simulation(scenario, show: show)
        return try await simulation.ending { try await simulation.run() }
    }

    /// Runs `body`, and ends all nodes afterwards.
    func ending(_ body: () async throws -> Void) async throws -> Report {
        let outcome: Result<Void, any Error>
        do {
            outcome = .success(try await body())
        } catch {
            outcome = .failure(error)
        }
        // Planned actions keep the simulation in memory, and the nodes keep their disks.
        agenda = Agenda()
        for node in nodes { await crash(node) }
        agenda = Agenda()
        try outcome.get()
        return report
    }

    init(_ scenario: Scenario, show: @escaping (String) -> Void) throws {
        dice = Dice(seed: scenario.seed)
        checkDice = Dice(seed: ~scenario.seed)
        features = scenario.features
        trace = Trace(show: show)
        var faults = Set<Fault>()
        for fault in Fault.all(features) where dice.chance(0.4) { faults.insert(fault) }
        self.faults = faults
        var pace = Pace()
        // Small pages, so that a short log has many.
        pace.pageMessages = dice.pick([2, 5, 20, 100, 1000]) ?? 1000
        self.pace = pace
        if features.contains(.pairedPeers), dice.chance(0.5) {
            try makePairedNodes(dice.number(2...6))
        } else if features.contains(.groups), dice.chance(0.5) {
            try makeNodesOfGroups()
        } else {
            try makeNodes(dice.number(2...6))
        }
        note("faults: \(Fault.allCases.filter(faults.contains).map(\.rawValue))")
    }

    /// Creates a simulation without nodes for a script that causes its faults itself.
    ///
    /// - Parameter faults: the faults of the script. They decide which checks are left out.
    init(seed: UInt64, faults: Set<Fault>, show: @escaping (String) -> Void) {
        (dice, checkDice) = (Dice(seed: seed), Dice(seed: ~seed))
        (features, self.faults, pace) = (.all, faults, Pace())
        trace = Trace(show: show)
    }

    /// Makes nodes that pull in a ring, so that messages reach every node, and some further pulls.
    private func makeNodes(_ count: Int) throws {
        for slot in 0..<count {
            let others = (0..<count).filter { $0 != slot && $0 != (slot + 1) % count && dice.chance(0.4) }
            try addNode(peers: [(slot + 1) % count] + others)
            try nodes[slot].writeKey(seed: dice.bytes(32))
        }
    }

    @discardableResult
    func addNode(peers: [Int]) throws -> SimulatedNode {
        let mapSizeBytes = faults.contains(.fullMap) ? dice.number(40...120) * 4096 : 16 << 20
        let node = try SimulatedNode(slot: nodes.count, peers: peers, mapSizeBytes: mapSizeBytes, seed: dice.next())
        nodes.append(node)
        for slot in links.indices { links[slot].append(Link()) }
        links.append([Link](repeating: Link(), count: nodes.count))
        return node
    }

    func note(_ line: String) { trace.note(agenda.now, line) }

    // MARK: Phases

    private func run() async throws {
        for node in nodes where !node.isLate { try await start(node) }
        for node in nodes { planPeople(at: node) }
        if isPaired {
            report.runsWithPairedPeers = 1
            for node in nodes { planPairing(at: node) }
        }
        let trouble = dice.seconds(300...2400)
        planTrouble()
        planGroups()
        try await pass(until: agenda.now + trouble) { false }
        try await heal()
        if someTransfersFail {
            try await converge()
            healTransfers()
        }
        try await converge()
        try await repeatPosts()
        try await checkNews()
        try await checkQuiet()
        try checkStatus()
        try checkGroups()
        try await checkAtTheEnd()
        completeReport()
    }

    func completeReport() {
        report.runs = 1
        report.nodes = nodes.count
        report.virtualSeconds = agenda.now / .seconds(1)
        report.trace = trace.digest
    }

    /// Performs actions until `end`, or until `isDone` returns true after one.
    func pass(until end: Duration, _ isDone: () throws -> Bool) async throws {
        while agenda.now < end, let action = agenda.next() {
            for node in nodes { node.clock.set(agenda.now) }
            try await action()
            if try isDone() { return }
        }
    }

    private static let longestToConverge = Duration.seconds(900)
    /// A day, and the time until the puller looks whether it has passed.
    private static let longestUntilAskedAgain = Duration.seconds(25 * 3600)

    /// Whether a damaged message may have failed as often as it is asked for in a day.
    private var asksAgainAfterADay: Bool {
        faults.contains(.failingTransfers) && nodes.contains { !$0.log.damagedIDs.isEmpty }
    }

    /// How long the nodes may take while some transfers fail: a puller skips a message after several failures. Behind a jump
    /// of the ids, it also needs up to two probes for each doubling of the distance, with the longest pauses between them.
    private var longestDespiteFailures: Duration {
        var seconds = 1800
        for node in nodes {
            for peer in node.peers {
                let failing = links[peer][node.slot].failing
                var previous = LogID.zero
                for entry in nodes[peer].log.entries {
                    let distance = entry.id.rawValue - previous.rawValue
                    previous = entry.id
                    guard failing?.contains(entry.digest) == true else { continue }
                    seconds += 600 + 2 * 120 * (UInt64.bitWidth - distance.leadingZeroBitCount - 1)
                }
            }
        }
        return .seconds(seconds)
    }

    /// Lets the nodes become equal. While some transfers fail, they only have to get all other messages.
    private func converge() async throws {
        let start = agenda.now
        var longest = someTransfersFail ? longestDespiteFailures : Self.longestToConverge
        if asksAgainAfterADay { longest += Self.longestUntilAskedAgain }
        try await pass(until: start + longest) { areEqual }
        guard areEqual else {
            let counts = nodes.map { node in
                "\(node.name) \(node.log.digests.count), lacks \(node.peers.map { idsOfMissing(at: node, of: $0) })"
            }
            let state = someTransfersFail ? "all other faults have ended" : "all is well"
            throw Violation(2, "Nodes are not equal \(longest) after \(state): \(counts).")
        }
        let seconds = (agenda.now - start) / .seconds(1)
        if someTransfersFail {
            report.longestSecondsDespiteFailures = seconds
        } else {
            report.longestSecondsToConverge = seconds
        }
        note("equal after \(agenda.now - start)")
    }

    /// Returns the first ids of a peer's log whose messages a node lacks.
    private func idsOfMissing(at node: SimulatedNode, of peer: Int) -> String {
        let missing = missing(at: node, of: peer)
        return "\(nodes[peer].log.entries.filter { missing.contains($0.digest) }.prefix(5).map(\.id)) of node\(peer)"
    }

    private var someTransfersFail: Bool { links.contains { $0.contains { $0.failing != nil } } }

    /// Whether each node has everything of its peers. The node that lacked something at the last call is looked at first: this
    /// is asked after each action.
    private var allHaveEverything: Bool {
        if let last = lackingNode, !hasEverything(nodes[last]) { return false }
        lackingNode = nodes.first { !hasEverything($0) }?.slot
        return lackingNode == nil
    }

    /// Whether no node has a readable record of a statement that some node had. Without an admission, nodes pass the messages of its
    /// key, which others may have.
    var isStatementLost: Bool {
        nodes.contains { node in
            node.log.damagedStatements.contains { digest in !nodes.contains { $0.log.digests.contains(digest) } }
        }
    }

    var areEqual: Bool {
        guard nodes.allSatisfy({ $0.lifetime != nil }) else { return false }
        guard founders.isEmpty, !someTransfersFail, !isStatementLost else { return allHaveEverything }
        let first = nodes[0].log.digests
        return nodes.allSatisfy { $0.log.digests.count == first.count } && nodes.allSatisfy { $0.log.digests == first }
    }

    /// Checks that nodes without new messages request rarely and get empty pages.
    func checkQuiet() async throws {
        // A request from before the last restart times out, and a pause follows, before its link is in sync.
        try await pass(until: max(agenda.now, lastRetry) + .seconds(240)) { false }
        // A damaged message that no node has any more makes a page incomplete, which is requested again.
        guard nodes.allSatisfy({ $0.log.damagedIDs.isEmpty }) else { return }
        let (pages, bodies, refused) = (report.pages, report.bodiesReceived, report.refusedPages)
        let answersByDigests = report.answersByDigests
        let time = Duration.seconds(300)
        try await pass(until: agenda.now + time) { false }
        let links = nodes.reduce(0) { $0 + $1.peers.count }
        let mostPages = links * (Int(time / .seconds(pace.waitSeconds)) + 2)
        let newPages = report.pages - pages
        guard report.bodiesReceived == bodies, newPages <= mostPages else {
            throw Violation(2, "\(newPages) pages with \(report.bodiesReceived - bodies) messages came without news.")
        }
        let newAnswers = report.answersByDigests - answersByDigests
        guard newAnswers <= links else {
            throw Violation(2, "\(newAnswers) answers to requests by digests came without news.")
        }
        // A pause may be a quarter shorter than the longest backoff.
        let mostRefused = links * (Int(time / (pace.longestBackoff * 0.75)) + 2)
        guard report.refusedPages - refused <= mostRefused else {
            throw Violation(2, "\(report.refusedPages - refused) pages of other groups were requested.")
        }
    }

    private static let longestForNews = Duration.seconds(300)

    /// Checks that a new message of each node comes to all nodes.
    private func checkNews() async throws {
        let start = agenda.now
        for node in nodes { writeDraft(at: node) }
        for node in nodes { try await send(from: node) }
        try await pass(until: start + Self.longestForNews) { areEqual }
        guard areEqual else { throw Violation(2, "News did not come to all within \(Self.longestForNews).") }
        note("news came to all after \(agenda.now - start)")
    }
}
