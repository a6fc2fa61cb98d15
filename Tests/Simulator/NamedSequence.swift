import ChatModel
import ChatReplication
import ChatStore
import TestSupport

/// A short script with a known outcome. A simulation runs it without faults except those that the script causes.
public enum NamedSequence: String, CaseIterable, Sendable {
    case upgrade = "an upgrade after refused and later-form messages"
    case fullExceptions = "a peer whose exceptions are full"
    case lateValues = "values that come late through a relay"
    case goneForEver = "a gone message whose new id never comes"
    case clone = "a clone that answers by turns"
    case kill = "a kill between a list and its bodies"
    case closedLid = "a lid closed between a list and its bodies for five minutes"
    case peerAddedAgain = "a peer removed and added again"
    case lateGroup = "a node that gets its group after it has read others'"

    /// The faults of the script, as far as they decide which checks are left out.
    fileprivate var faults: Set<Fault> {
        switch self {
        case .upgrade, .lateGroup: [.poison]
        case .fullExceptions: [.failingTransfers]
        default: []
        }
    }
}

extension NamedSequence: CustomStringConvertible {
    public var description: String { rawValue }
}

extension Simulation {
    /// - Parameter show: called with each line of the trace.
    public static func run(
        _ sequence: NamedSequence, show: @escaping (String) -> Void = { _ in }
    ) async throws -> Report {
        let simulation = Simulation(seed: 1, faults: sequence.faults, show: show)
        return try await simulation.ending {
            try await simulation.play(sequence)
            simulation.completeReport()
        }
    }

    private func play(_ sequence: NamedSequence) async throws {
        switch sequence {
        case .upgrade: try await upgrade()
        case .fullExceptions: try await fillExceptions()
        case .lateValues: try await bringValuesLate()
        case .goneForEver: try await loseNewID()
        case .clone: try await answerByTurns()
        case .kill: try await killBeforeBodies()
        case .closedLid: try await closeLidBeforeBodies()
        case .peerAddedAgain: try await addPeerAgain()
        case .lateGroup: try await setGroupLate()
        }
    }

    // MARK: Nodes

    /// A node that reads from a relay, the relay, and a node from which only the relay reads.
    typealias Line = (reader: SimulatedNode, relay: SimulatedNode, writer: SimulatedNode)

    /// Starts a node with one message. It is not empty, so a relay lists the messages of others for it.
    func startNode(ofFounder founder: SigningKey? = nil) async throws -> SimulatedNode {
        let node = try addNode(peers: [])
        try node.writeKey(seed: dice.bytes(32))
        node.founder = founder
        try await start(node)
        try await write(1, at: node)
        return node
    }

    /// Starts three nodes that do not read from one another yet.
    func startLine() async throws -> Line {
        (try await startNode(), try await startNode(), try await startNode())
    }

    /// Lets the nodes of a line read from their neighbours, and waits until they have read all.
    func connect(_ line: Line) async throws {
        try await connect(line.relay, line.writer)
        try await connect(line.reader, line.relay)
        try await wait(until: "the line is in sync") { areEqual && nodes.allSatisfy(isInSync) }
    }

    /// Lets two nodes read from each other. In a run with paired nodes, they are paired for that.
    func connect(_ one: SimulatedNode, _ other: SimulatedNode) async throws {
        for (node, peer) in [(one, other), (other, one)] {
            node.peers.append(peer.slot)
            if isPaired { continue }
            try await startPulling(from: peer.slot, at: node)
        }
        if isPaired { try await pair(one, other) }
    }

    func write(_ count: Int, at node: SimulatedNode) async throws {
        for _ in 0..<count { writeDraft(at: node) }
        try await send(from: node)
    }

    func restart(_ node: SimulatedNode) async throws {
        await crash(node)
        try await start(node)
    }

    /// Returns messages of a node that no longer exists.
    func messagesOfFormerNode(_ count: Int) throws -> [VerifiedMessage] {
        let key = try SigningKey(seed: dice.bytes(32))
        let stamp = Stamp(UnixTime(milliseconds: SimulatedClock.epochMilliseconds))
        return try (1...count).map { number in
            let salt = try Salt(bytes: dice.bytes(Salt.byteCount))
            let fields = try Draft(text: "former \(number)").salted(salt)
            return try VerifiedMessage(
                fields, of: .none, at: stamp, nonce: Nonce(bytes: dice.bytes(Nonce.byteCount)), signing: key)
        }
    }

    /// Stores messages that a node has from elsewhere.
    func plant(_ messages: [VerifiedMessage], at node: SimulatedNode) async throws {
        guard let store = node.lifetime?.store, let peer = PeerID("http://former") else { return }
        _ = try await store.apply(JudgedPage(verdicts: messages.map { .good($0) }), from: peer)
        try await committed(at: node)
    }

    // MARK: Waiting

    /// Passes time until a condition is true, which the sentence says.
    func wait(
        _ longest: Duration = .seconds(120), until sentence: String, _ isTrue: () throws -> Bool
    ) async throws {
        try await pass(until: agenda.now + longest, isTrue)
        guard try isTrue() else { throw Violation(2, "This did not become true within \(longest): \(sentence).") }
        note(sentence)
    }

    func pass(_ time: Duration) async throws {
        try await pass(until: agenda.now + time) { false }
    }

    /// Waits until the reader has read a list of the relay, and has not asked for the messages in it: two seconds pass before
    /// it asks, because their origin may send them.
    func waitForList(at line: Line) async throws {
        try await wait(until: "the relay has all messages") { missing(at: line.relay, of: line.writer.slot).isEmpty }
        try await write(1, at: line.relay)
        try await wait(.seconds(1), until: "the list is read and stored") {
            try position(of: line.reader, in: line.relay).read == line.relay.log.high
                && line.reader.log.digests.isSuperset(of: own(line.relay))
        }
        try checkLacksBodies(line)
    }

    /// Returns the messages that were written at a node.
    func own(_ node: SimulatedNode) -> Set<Digest> {
        Set(node.client.sent.flatMap { messagesOfPosts[$0.text] ?? [] })
    }

    // MARK: Checking

    /// Checks that a condition is true, which the sentence says.
    ///
    /// - Parameter invariant: the number of the invariant that is broken otherwise.
    func check(_ invariant: Int, _ isTrue: Bool, _ sentence: String) throws(Violation) {
        guard isTrue else { throw Violation(invariant, "This is not true: \(sentence).") }
    }

    /// Returns how far a node has settled and read the log of a peer.
    func position(of node: SimulatedNode, in peer: SimulatedNode) throws -> (settled: LogID, read: LogID) {
        guard let lifetime = node.lifetime, let puller = lifetime.pullers[peer.slot] else { return (.zero, .zero) }
        return (try lifetime.store.storedPeer(peerID(of: peer.slot)).cursors.settled.id, puller.read.id)
    }

    func exceptions(of peer: SimulatedNode, at node: SimulatedNode) throws -> [PeerException] {
        try node.lifetime?.store.exceptions(of: peerID(of: peer.slot)) ?? []
    }

    private func isInSync(_ node: SimulatedNode) -> Bool {
        node.peers.allSatisfy { node.lifetime?.pullers[$0]?.report.state == .inSync }
    }

    /// Checks that the reader has a list without its messages, that its settled position is before the first of them, and that
    /// none of them is an exception.
    func checkLacksBodies(_ line: Line) throws {
        let missing = missing(at: line.reader, of: line.relay.slot)
        guard let first = line.relay.log.entries.first(where: { missing.contains($0.digest) }) else {
            throw Violation(2, "The messages came before they were asked for.")
        }
        try check(5, position(of: line.reader, in: line.relay).settled < first.id, "a wanted message is not settled")
        try check(5, exceptions(of: line.relay, at: line.reader).isEmpty, "a wanted message is no exception")
    }

    /// Checks at the end of a sequence that all nodes have the same messages, send no more, and have exceptions for lost
    /// messages only.
    func checkSequence() async throws {
        try await wait(until: "all nodes are equal") { hasSameMessages }
        try await checkQuiet()
        try checkStatus()
        for node in nodes {
            for peer in node.peers {
                let areLost = try exceptions(of: nodes[peer], at: node).allSatisfy {
                    $0.digest.map(lost.contains) == true
                }
                try check(2, areLost, "no exception is left at \(node.name)")
            }
        }
        try await checkAtTheEnd()
    }

    /// Whether all nodes have the same messages, except those that may be lost or passed.
    private var hasSameMessages: Bool {
        let others = lost.union(passable)
        if others.isEmpty { return areEqual }
        return Set(nodes.map { $0.log.digests.subtracting(others) }).count == 1
    }
}
