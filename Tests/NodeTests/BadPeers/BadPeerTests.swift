import AsyncHTTPClient
import ChatClient
import Foundation
import TestSupport
import Testing

/// The program beside peers that misbehave: sockets that answer as no node does.
@Suite("Beside bad peers, the program", .serialized, .timeLimit(.minutes(3)))
struct BadPeerTests {
    /// MiB that one bad peer may cost: a page of 4 MiB, a few times over.
    private static let roomMiB = 48
    /// Threads that come with work: signatures are checked on all cores.
    private static let roomThreads = 4 + ProcessInfo.processInfo.activeProcessorCount

    /// Runs trials side by side: each is a process of its own, and most of the time waits.
    private func expect(_ trials: [Trial], atOnce width: Int = 8) async throws {
        let honest = try await Trial(.none).run()
        var rest = trials[...]
        var all = [honest]
        await withTaskGroup { group in
            for trial in rest.prefix(width) { group.addTask { await figures(of: trial) } }
            rest = rest.dropFirst(width)
            while let done = await group.next() {
                if let done { all.append(done) }
                if let trial = rest.popFirst() { group.addTask { await figures(of: trial) } }
            }
        }
        for figures in all {
            #expect(figures.process.peakMiB <= honest.process.peakMiB + Self.roomMiB, "\(figures.name)")
            #expect(figures.process.threads <= honest.process.threads + Self.roomThreads, "\(figures.name)")
        }
        TrialFigures.print(all)
    }

    private func figures(of trial: Trial) async -> TrialFigures? {
        do {
            return try await trial.run()
        } catch {
            Issue.record(error, "\(trial.name)")
            return nil
        }
    }

    @Test("keeps messages that are not good apart, each for its reason, and takes the good ones around them")
    func badMessages() async throws {
        try await expect([Trial(Misbehaviour.badMessages, named: "each bad message in a log of its own, all at once")])
    }

    @Test("takes, keeps and serves what it does not know")
    func allowed() async throws {
        try await expect(Misbehaviour.allowed.map { Trial($0) })
    }

    @Test("passes a message over that makes pages unreadable, and waits for who sends no pages")
    func pages() async throws {
        try await expect((Misbehaviour.unreadable + Misbehaviour.noPages).map { Trial($0) })
    }

    @Test("waits for peers that fail, says so once, and goes on when they answer")
    func failures() async throws {
        let all = Misbehaviour.failures
        try await expect(all.map { Trial($0) } + [Trial(all, named: "all that fail, at once")])
    }

    @Test("is not led astray by peers that lie about their logs and who they are")
    func liars() async throws {
        let twoAddresses = Trial(Misbehaviour.twoAddresses, named: "two addresses of one peer")
        try await expect(Misbehaviour.liars.map { Trial($0) } + [twoAddresses])
    }

    @Test("bounds the time and the memory that a peer can cost")
    func costs() async throws {
        try await expect(Misbehaviour.costs.map { Trial($0) }, atOnce: Misbehaviour.costs.count)
    }

    @Test("knows itself by whatever address it is its own peer, and goes on with the others")
    func itself() async throws {
        let folder = try TemporaryFolder()
        let good = try await RunningNode(folder.path + "/good")
        let port = try freePorts(1)[0]
        let own = ["http://127.0.0.1:\(port)", "http://localhost:\(port)/chat"]
        let program = try await Program(
            ["--data", folder.path + "/node", "--listen", "127.0.0.1:\(port)", "--peer", own[0], "--peer", own[1]]
                + ["--peer", "\(good.address)"])
        let address = try await program.address()
        for peer in own {
            let line = await program.logLine { $0.contains("peer=\(peer) ") && $0.contains("is the node itself") }
            #expect(line?.contains("take its address off the --peer list") == true)
        }
        _ = try await ChatClient(address, http: .shared).add(user: "jack", message: "from itself")
        try await good.store.post("from the other")
        try await TextReader(address).expect(["from itself", "from the other"], "itself")
        #expect(program.logLines.filter { $0.contains("is the node itself") }.count == own.count)
        program.send(SIGTERM)
        #expect(await program.exitStatus == 0)
        try await good.stop()
    }
}
