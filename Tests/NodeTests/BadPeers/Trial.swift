import AsyncHTTPClient
import ChatClient
import ChatModel
import ChatStore
import ChatXML
import Foundation
import TestSupport
import Testing

@testable import tidings

/// The program with peers of which all but one misbehave: from its start to the time when all have been mended.
struct Trial: Sendable {
    let name: String
    let misbehaviours: [Misbehaviour]

    /// How soon a message of the good peer arrives beside the bad ones, on a machine with much to do: sooner than the
    /// shortest deadline that one of them might make it wait for.
    private static let promptly = Duration.seconds(8)

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
        let arguments = ["--data", folder.path + "/node", "--listen", "127.0.0.1:0"] + peers

        var figures = TrialFigures(name: name)
        try await misbehave(subjects, good, arguments, &figures)
        try await expectEvidence(subjects, in: folder.path + "/node")
        for subject in subjects { subject.turnHonest() }
        if !recoverByThemselves { try await recover(subjects, arguments) }
        try await expectAll(
            good.digests.union(subjects.flatMap(\.log.digests)), of: subjects, in: folder.path + "/node")
        try await good.stop()
        figures.duration = ContinuousClock.now - start
        return figures
    }

    private var recoverByThemselves: Bool { misbehaviours.allSatisfy { $0.recovery == .byItself } }

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

// MARK: - While they misbehave

extension Trial {
    private func misbehave(
        _ subjects: [TrialSubject], _ good: RunningNode, _ arguments: [String], _ figures: inout TrialFigures
    ) async throws {
        let program = try await Program(arguments, longestLife: .seconds(150))
        let reader = TextReader(try await program.address())
        for subject in subjects { await subject.peer.hears(1) }
        try await expectPace("while they begin", of: good, reader, &figures)
        for subject in subjects {
            try await expectNotice(about: subject, program)
            await subject.peer.hears(subject.misbehaviour.requests - 1)
            try await reader.expect(subject.texts(subject.misbehaviour.arriving), subject.name)
        }
        try await expectPace("after they were seen", of: good, reader, &figures)
        try await expectServed(subjects, by: program)
        figures.process = try ProcessFigures(of: program.identifier)
        figures.notices = notices(about: subjects, program)
        if recoverByThemselves {
            for subject in subjects { subject.turnHonest() }
            for subject in subjects { try await reader.expect(subject.allTexts, subject.name + ", mended") }
        }
        program.send(SIGTERM)
        #expect(await program.exitStatus == 0, "\(name)")
    }

    /// Posts at the good peer: it arrives as if the others were not there.
    private func expectPace(
        _ text: String, of good: RunningNode, _ reader: TextReader, _ figures: inout TrialFigures
    ) async throws {
        let start = ContinuousClock.now
        try await good.store.post(text)
        try await reader.expect([text], name)
        let latency = ContinuousClock.now - start
        #expect(latency < Self.promptly, "\(name), \(text)")
        figures.latency = max(figures.latency, latency)
    }

    private func expectNotice(about subject: TrialSubject, _ program: Program) async throws {
        guard let sentence = subject.misbehaviour.says else { return }
        let line = await program.logLine { subject.isWarned(by: $0) && !Self.saysItDoesNotAddUp($0, subject) }
        #expect(line?.contains(sentence) == true, "\(subject.name): \(line ?? "nothing was said")")
    }

    private static func saysItDoesNotAddUp(_ line: String, _ subject: TrialSubject) -> Bool {
        subject.misbehaviour.doesNotAddUp && line.contains("does not add up")
    }

    /// What was said of each, once.
    private func notices(about subjects: [TrialSubject], _ program: Program) -> [String] {
        subjects.flatMap { subject in
            let lines = program.logLines.filter { subject.isWarned(by: $0) }
            let expected = (subject.misbehaviour.says == nil ? 0 : 1) + (subject.misbehaviour.doesNotAddUp ? 1 : 0)
            #expect(lines.count == expected, "\(subject.name): \(lines)")
            return lines
        }
    }

    /// What arrived is passed on, with all that its signature covers.
    private func expectServed(_ subjects: [TrialSubject], by program: Program) async throws {
        let client = ChatClient(try await program.address(), http: .shared)
        let request = PullRequest(
            from: .beginning, limit: Limits.pageMessages, waitSeconds: 0, node: SigningKey().publicKey,
            instance: .random())
        let page = try LogPageReader.read(try await client.log(request))
        let served = page.entries.compactMap { entry in
            if case .message(_, let message) = entry { message.digest } else { nil }
        }
        for subject in subjects {
            #expect(subject.digests(subject.misbehaviour.arriving).isSubset(of: served), "\(subject.name)")
        }
    }

    private func expectEvidence(_ subjects: [TrialSubject], in folder: String) async throws {
        let store = try ChatStore(StoreOptions(folder: folder))
        for subject in subjects {
            let peer = try #require(subject.peerID)
            let standing = try store.standing(with: peer)
            let found = try store.quarantine(of: peer, limit: 2_000)
            #expect(found.count == standing.quarantineEntries, "\(subject.name)")
            #expect(standing.quarantineEntries <= 1_000 && standing.quarantineBytes <= 16 << 20, "\(subject.name)")
            #expect(standing.skipped == subject.misbehaviour.skipped, "\(subject.name): \(standing)")
            guard let evidence = subject.misbehaviour.evidence else { continue }
            let codes = Dictionary(found.map { ($0.id.rawValue, $0.reason.rawValue) }) { first, _ in first }
            #expect(codes == evidence, "\(subject.name)")
        }
        try expectSound(store)
        await store.close()
    }
}

// MARK: - Once they are mended

extension Trial {
    private func recover(_ subjects: [TrialSubject], _ arguments: [String]) async throws {
        let program = try await Program(arguments, longestLife: .seconds(150))
        let reader = TextReader(try await program.address())
        for subject in subjects { try await reader.expect(subject.allTexts, subject.name + ", mended") }
        program.send(SIGTERM)
        #expect(await program.exitStatus == 0, "\(name)")
    }

    private func expectAll(_ digests: Set<Digest>, of subjects: [TrialSubject], in folder: String) async throws {
        let store = try ChatStore(StoreOptions(folder: folder))
        #expect(try Set(store.wholeLog().digests) == digests, "\(name)")
        for subject in subjects {
            let standing = try store.standing(with: try #require(subject.peerID))
            #expect(standing.quarantineEntries == 0 && standing.skipped == 0, "\(subject.name): \(standing)")
        }
        try expectSound(store)
        await store.close()
    }
}

/// A peer that misbehaves in a ``Trial``.
struct TrialSubject: Sendable {
    let misbehaviour: Misbehaviour
    let peer: BadPeer
    /// What it would serve if it were honest.
    let log: PeerLog

    var name: String { misbehaviour.name }

    func texts(_ ids: [UInt64]) -> Set<String> { Set(entries(ids).map(\.text)) }

    func digests(_ ids: [UInt64]) -> Set<Digest> { Set(entries(ids).map(\.message.digest)) }

    private func entries(_ ids: [UInt64]) -> [PeerLog.Entry] { log.entries.filter { ids.contains($0.id.rawValue) } }

    var allTexts: Set<String> { Set(log.entries.map(\.text)) }

    /// What the program's store calls it.
    var peerID: PeerID? { PeerID("\(peer.address)") }

    /// Whether a line of the program's log warns of it.
    func isWarned(by line: String) -> Bool { line.contains(" warning ") && line.contains("\(peer.address) ") }

    func turnHonest() {
        let log = log
        peer.turn(.answers { log.answer($0) })
    }
}

/// What came of a ``Trial``: how much the program took, and what it said of its peers.
struct TrialFigures: Sendable {
    let name: String
    var process = ProcessFigures()
    var notices: [String] = []
    /// The longest that a message of the good peer took to arrive.
    var latency = Duration.zero
    var duration = Duration.zero

    /// Prints a table where the environment has `FIGURES`.
    static func print(_ all: [TrialFigures]) {
        guard ProcessInfo.processInfo.environment["FIGURES"] != nil else { return }
        Swift.print("| case | peak RSS (MiB) | threads | notices | latency (ms) | seconds |\n|---|---|---|---|---|---|")
        for figures in all { Swift.print(figures.row) }
        for notice in all.flatMap(\.notices) { Swift.print(notice) }
    }

    private var row: String {
        let seconds = String(format: "%.1f", duration / .seconds(1))
        return "| \(name) | \(process.peakMiB) | \(process.threads) | \(notices.count) | "
            + "\(Int(latency / .milliseconds(1))) | \(seconds) |"
    }
}
