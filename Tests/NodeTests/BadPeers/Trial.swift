import AsyncHTTPClient
import ChatClient
import ChatModel
import ChatReplication
import ChatStore
import ChatXML
import Foundation
import TestSupport
import Testing

@testable import tidings

/// A run of the program with misbehaving peers and one well-behaved peer, until all peers behave well.
struct Trial: Sendable {
    let name: String
    let misbehaviours: [Misbehaviour]

    /// The longest time in which a message of the good peer must arrive, on a loaded machine. It is shorter than every
    /// timeout that a bad peer could make the program wait for.
    private static let longestLatency = Duration.seconds(8)
    /// The same while the node pulls from a bad peer first: twice the time in which such a peer has to bring messages, and what
    /// is usual.
    private static let longestFirstLatency = Pace().firstPullInterval * 2 + longestLatency

    init(_ misbehaviour: Misbehaviour) {
        self.init([misbehaviour], named: misbehaviour.name)
    }

    init(_ misbehaviours: [Misbehaviour], named name: String) {
        self.misbehaviours = misbehaviours
        self.name = name
    }

    func run() async throws -> TrialFigures {
        let folder = try TemporaryFolder()
        let start = ContinuousClock.now
        let good = try await RunningNode(folder.path + "/good")
        let subjects = try await subjects(besideNode: good.store.key.publicKey)
        let peers = (subjects.map(\.peer.address) + [good.address]).flatMap { ["--peer", "\($0)"] }
        let store = folder.path + "/node"
        var figures = TrialFigures(name: name)
        try await runWithBadPeers(subjects, good, store, peers, &figures)
        try await expectRecords(of: subjects, in: store)
        for subject in subjects { subject.behaveWell() }
        if !recoversByItself { try await runWithGoodPeers(subjects, store, peers) }
        try await expectAll(good.digests.union(subjects.flatMap(\.log.digests)), of: subjects, in: store)
        try await good.stop()
        figures.duration = ContinuousClock.now - start
        return figures
    }

    private var recoversByItself: Bool { misbehaviours.allSatisfy { $0.recovery == .byItself } }

    private func subjects(besideNode goodNode: PublicKey) async throws -> [TrialSubject] {
        var subjects: [TrialSubject] = []
        for (number, misbehaviour) in misbehaviours.enumerated() {
            let log = try misbehaviour.makeLog("peer \(number), message")
            var spoiled = log
            try misbehaviour.spoil(&spoiled, goodNode)
            let served = spoiled
            let answers = PeerConduct.Behaviour.answers { misbehaviour.answer($0, served) }
            let peer = try await BadPeer(misbehaviour.closesAtOnce ? .closesAtOnce : answers)
            subjects.append(TrialSubject(misbehaviour: misbehaviour, peer: peer, log: log))
        }
        return subjects
    }
}

// MARK: - While the peers misbehave

extension Trial {
    private func runWithBadPeers(
        _ subjects: [TrialSubject], _ good: RunningNode, _ folder: String, _ peers: [String],
        _ figures: inout TrialFigures
    ) async throws {
        let program = try await Program(serving: folder, peers, timeLimit: .seconds(150))
        let reader = TextReader(try await program.address())
        for subject in subjects { await subject.peer.waitForRequests(1) }
        let delays = subjects.contains { $0.misbehaviour.delaysOthers }
        try await expectPace(
            "while the peers begin to misbehave", within: delays ? Self.longestFirstLatency : Self.longestLatency,
            of: good, reader, &figures)
        for subject in subjects {
            try await expectWarning(about: subject, program)
            await subject.peer.waitForRequests(subject.misbehaviour.requests - 1)
            try await reader.expect(subject.texts(subject.misbehaviour.storedIDs), subject.name)
        }
        // A fast machine has the warnings before the node stops to pull from the bad peer first.
        if delays {
            try await expectPace(
                "while a bad peer is pulled first", within: Self.longestFirstLatency, of: good, reader, &figures)
        }
        try await expectPace("after the warnings", of: good, reader, &figures)
        try await expectServed(subjects, by: program)
        figures.process = try ProcessFigures(of: program.identifier)
        figures.warnings = warnings(about: subjects, program)
        if recoversByItself {
            for subject in subjects { subject.behaveWell() }
            for subject in subjects {
                try await reader.expect(subject.allTexts, subject.name + ", once it behaves well")
            }
        }
        await program.terminate("\(name)")
    }

    /// Posts a text at the good peer, and expects that it arrives as fast as without bad peers.
    private func expectPace(
        _ text: String, within longest: Duration = longestLatency, of good: RunningNode, _ reader: TextReader,
        _ figures: inout TrialFigures
    ) async throws {
        let start = ContinuousClock.now
        try await good.store.post(text)
        try await reader.expect([text], name)
        let latency = ContinuousClock.now - start
        #expect(latency < longest, "\(name), \(text)")
        figures.latency = max(figures.latency, latency)
    }

    private func expectWarning(about subject: TrialSubject, _ program: Program) async throws {
        guard let sentence = subject.misbehaviour.warning else { return }
        let line = await program.logLine { subject.isWarned(by: $0) && !Self.isAboutOmission($0, subject) }
        #expect(line?.contains(sentence) == true, "\(subject.name): \(line ?? "no warning")")
    }

    private static func isAboutOmission(_ line: String, _ subject: TrialSubject) -> Bool {
        subject.misbehaviour.isOmissionLogged && line.contains("are missing or changed in this peer's log")
    }

    /// The warnings about all peers. Expects no more of them than ``Misbehaviour`` names.
    private func warnings(about subjects: [TrialSubject], _ program: Program) -> [String] {
        subjects.flatMap { subject in
            let lines = program.logLines.filter { subject.isWarned(by: $0) }
            let expected =
                (subject.misbehaviour.warning == nil ? 0 : 1) + (subject.misbehaviour.isOmissionLogged ? 1 : 0)
            #expect(lines.count == expected, "\(subject.name): \(lines)")
            return lines
        }
    }

    /// Expects that the program serves the stored messages unchanged to other pullers.
    private func expectServed(_ subjects: [TrialSubject], by program: Program) async throws {
        let client = ChatClient(try await program.address(), http: .shared)
        let request = PullRequest(
            from: .beginning, limit: Limits.pageMessages, waitSeconds: 0, node: SigningKey().publicKey,
            instance: .random(), group: .none)
        let page = try LogPageReader.read(try await client.log(request))
        let served = page.entries.compactMap { entry in
            if case .message(_, let message) = entry { message.digest } else { nil }
        }
        for subject in subjects {
            #expect(subject.digests(subject.misbehaviour.storedIDs).isSubset(of: served), "\(subject.name)")
        }
    }

    /// Expects that the store has refused the bad messages, and knows which messages it lacks.
    private func expectRecords(of subjects: [TrialSubject], in folder: String) async throws {
        let store = try ChatStore(StoreOptions(folder: folder))
        for subject in subjects {
            let peer = try #require(subject.peerID)
            let storedPeer = try store.storedPeer(peer)
            #expect(storedPeer.refused == subject.misbehaviour.refused, "\(subject.name): \(storedPeer)")
            try expectMissing(subject, storedPeer, try store.exceptions(of: peer))
        }
        try expectSound(store)
        await store.close()
    }

    /// Expects that each missing message is an exception or is after the settled position, and that there is no other exception.
    private func expectMissing(
        _ subject: TrialSubject, _ storedPeer: StoredPeer, _ exceptions: [PeerException]
    ) throws {
        guard let missing = subject.misbehaviour.missingIDs else { return }
        let ids = missing.map { LogID.zero.advanced(by: $0) }
        for id in ids where storedPeer.cursors.current.newest.id >= id {
            #expect(exceptions.contains { $0.before.id < id && id <= $0.last }, "\(subject.name): \(storedPeer)")
        }
        #expect(exceptions.allSatisfy { ids.contains($0.last) }, "\(subject.name): \(exceptions)")
        #expect(storedPeer.exceptions == exceptions.count, "\(subject.name)")
    }
}

// MARK: - Once the peers behave well

extension Trial {
    private func runWithGoodPeers(_ subjects: [TrialSubject], _ folder: String, _ peers: [String]) async throws {
        let program = try await Program(serving: folder, peers, timeLimit: .seconds(150))
        let reader = TextReader(try await program.address())
        for subject in subjects { try await reader.expect(subject.allTexts, subject.name + ", once it behaves well") }
        await program.terminate("\(name)")
    }

    private func expectAll(_ digests: Set<Digest>, of subjects: [TrialSubject], in folder: String) async throws {
        let store = try ChatStore(StoreOptions(folder: folder))
        #expect(try Set(store.wholeLog().digests) == digests, "\(name)")
        for subject in subjects {
            guard !recoversByItself else { continue }
            let storedPeer = try store.storedPeer(try #require(subject.peerID))
            #expect(storedPeer.exceptions == 0, "\(subject.name): \(storedPeer)")
        }
        try expectSound(store)
        await store.close()
    }
}

/// A peer that misbehaves in a ``Trial``.
struct TrialSubject: Sendable {
    let misbehaviour: Misbehaviour
    let peer: BadPeer
    /// The log that the peer serves once it behaves well.
    let log: PeerLog

    var name: String { misbehaviour.name }

    func texts(_ ids: [UInt64]) -> Set<String> { Set(entries(ids).map(\.text)) }

    func digests(_ ids: [UInt64]) -> Set<Digest> { Set(entries(ids).map(\.message.digest)) }

    private func entries(_ ids: [UInt64]) -> [PeerLog.Entry] { log.entries.filter { ids.contains($0.id.rawValue) } }

    var allTexts: Set<String> { Set(log.entries.map(\.text)) }

    /// The peer's id in the program's store.
    var peerID: PeerID? { PeerID("\(peer.address)") }

    /// Whether a line of the program's log is a warning about this peer.
    func isWarned(by line: String) -> Bool { line.contains(" warning ") && line.contains("\(peer.address) ") }

    func behaveWell() {
        let log = log
        peer.change(to: .answers { log.answer($0) })
    }
}

/// The figures of a ``Trial``: the program's memory, threads and latency, and its warnings.
struct TrialFigures: Sendable {
    let name: String
    var process = ProcessFigures()
    var warnings: [String] = []
    /// The longest time in which a message of the good peer arrived.
    var latency = Duration.zero
    var duration = Duration.zero

    /// Prints a table if the environment variable `FIGURES` is set.
    static func print(_ all: [TrialFigures]) {
        guard ProcessInfo.processInfo.environment["FIGURES"] != nil else { return }
        Swift.print(
            "| case | peak RSS (MiB) | threads | warnings | latency (ms) | seconds |\n|---|---|---|---|---|---|")
        for figures in all { Swift.print(figures.row) }
        for warning in all.flatMap(\.warnings) { Swift.print(warning) }
    }

    private var row: String {
        let seconds = String(format: "%.1f", duration / .seconds(1))
        return "| \(name) | \(process.peakMiB) | \(process.threads) | \(warnings.count) | "
            + "\(Int(latency / .milliseconds(1))) | \(seconds) |"
    }
}
