import ChatModel
import ChatReplication
import ChatStore

/// Real stores and the real logic of the replicator in virtual time, with everything going wrong that one seed says.
///
/// One task does one thing after another; nothing is asked of the machine but files. So the same seed gives the same
/// run, byte for byte, and hours pass in seconds. What a node does with a page, what it asks for next and when, how a
/// page is written and read, and what the store does is the program's own code; the network, the clocks, the people and
/// the trouble are made here.
public final class Simulation {
    var dice: Dice
    var agenda = Agenda()
    var report = Report()
    private var trace: Trace

    var nodes: [SimulatedNode] = []
    /// By asking and asked node.
    var links: [[Link]] = []
    let faults: Set<Fault>
    let pace: Pace
    /// Whether no more trouble is made.
    var isHealing = false
    /// The texts that clients were told are stored.
    var acknowledged: [String] = []
    /// Those of which the only copy was on a store that was put back or wiped.
    var lost: Set<String> = []
    var postsMade = 0
    let features: Features
    /// For what is looked at, so that looking changes nothing.
    var checkDice: Dice
    /// The last answers on each way, to be given again.
    var lastAnswers: [[Int]: [[UInt8]]] = [:]

    /// - Parameter show: is told what happens, line by line.
    public static func run(
        _ scenario: Scenario, show: @escaping (String) -> Void = { _ in }
    ) async throws -> Report {
        let simulation = try Simulation(scenario, show: show)
        let outcome: Result<Void, any Error>
        do {
            outcome = .success(try await simulation.run())
        } catch {
            outcome = .failure(error)
        }
        // What was still to happen holds the simulation, and the nodes their disks.
        simulation.agenda = Agenda()
        for node in simulation.nodes { await simulation.crash(node) }
        simulation.agenda = Agenda()
        try outcome.get()
        return simulation.report
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
        // Small pages, so that a short history has many.
        pace.pageMessages = dice.pick([2, 5, 20, 100, 1000]) ?? 1000
        self.pace = pace
        try makeNodes(dice.number(2...6))
        note("faults: \(Fault.allCases.filter(faults.contains).map(\.rawValue))")
    }

    /// A ring of pulls, so that each node is reached from each, and some more.
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
        for node in nodes { try await start(node) }
        for node in nodes { planPeople(at: node) }
        let trouble = dice.seconds(300...2400)
        planTrouble()
        try await pass(until: agenda.now + trouble) { false }
        try await heal()
        try await converge()
        try await checkNews()
        try await checkQuiet()
        try checkStatus()
        try await checkAtTheEnd()
        report.runs = 1
        report.nodes = nodes.count
        report.virtualSeconds = agenda.now / .seconds(1)
        report.trace = trace.digest
    }

    /// Lets things happen until a moment, or until `isDone` says after one of them that it is enough.
    func pass(until end: Duration, _ isDone: () throws -> Bool) async throws {
        while agenda.now < end, let action = agenda.next() {
            for node in nodes { node.clock.set(agenda.now) }
            try await action()
            if try isDone() { return }
        }
    }

    private static let longestToConverge = Duration.seconds(900)

    private func converge() async throws {
        let start = agenda.now
        try await pass(until: start + Self.longestToConverge) { areEqual }
        guard areEqual else {
            let counts = nodes.map { "\($0.name) \($0.log.digests.count)" }
            throw Violation(2, "Nodes are not equal \(Self.longestToConverge) after all is well: \(counts).")
        }
        report.longestSecondsToConverge = (agenda.now - start) / .seconds(1)
        note("equal after \(agenda.now - start)")
    }

    private var areEqual: Bool {
        guard nodes.allSatisfy({ $0.life != nil }) else { return false }
        let first = nodes[0].log.digests
        return nodes.allSatisfy { $0.log.digests.count == first.count } && nodes.allSatisfy { $0.log.digests == first }
    }

    /// When there is nothing new, nodes ask once in a while and are given nothing.
    private func checkQuiet() async throws {
        // A request on its way when all was healed times out, and a pause follows: then that link catches up, too.
        try await pass(until: agenda.now + .seconds(240)) { false }
        let (pages, bodies) = (report.pages, report.bodiesReceived)
        let time = Duration.seconds(300)
        try await pass(until: agenda.now + time) { false }
        let links = nodes.reduce(0) { $0 + $1.peers.count }
        let mostPages = links * (Int(time / .seconds(pace.waitSeconds)) + 2)
        guard report.bodiesReceived == bodies, report.pages - pages <= mostPages else {
            throw Violation(
                2, "\(report.pages - pages) pages with \(report.bodiesReceived - bodies) messages came without news.")
        }
    }

    private static let longestForNews = Duration.seconds(300)

    /// When all are equal, a message from each has to come to all.
    private func checkNews() async throws {
        let start = agenda.now
        for node in nodes { writeDraft(at: node) }
        for node in nodes { try await send(from: node) }
        try await pass(until: start + Self.longestForNews) { areEqual }
        guard areEqual else { throw Violation(2, "News did not come to all within \(Self.longestForNews).") }
        note("news came to all after \(agenda.now - start)")
    }
}
