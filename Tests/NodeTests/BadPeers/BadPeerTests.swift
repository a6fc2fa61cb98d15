import AsyncHTTPClient
import ChatClient
import Foundation
import TestSupport
import Testing

/// The program with misbehaving peers.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct BadPeerTests {
    /// The memory that one bad peer may cost: a few pages of 4 MiB.
    private static let costMiB = 48
    /// The threads that one bad peer may cost: all cores verify signatures.
    private static let costThreads = 4 + ProcessInfo.processInfo.activeProcessorCount

    /// Runs trials at the same time, because each is a process that mostly waits, and expects that each one costs little
    /// more than a trial with a well-behaved peer.
    private func expect(_ trials: [Trial], concurrently width: Int = 8) async throws {
        let baseline = try await Trial(.none).run()
        var rest = trials[...]
        var all = [baseline]
        await withTaskGroup { tasks in
            for trial in rest.prefix(width) { tasks.addTask { await figures(of: trial) } }
            rest = rest.dropFirst(width)
            while let done = await tasks.next() {
                if let done { all.append(done) }
                if let trial = rest.popFirst() { tasks.addTask { await figures(of: trial) } }
            }
        }
        for figures in all {
            #expect(figures.process.peakMiB <= baseline.process.peakMiB + Self.costMiB, "\(figures.name)")
            #expect(figures.process.threads <= baseline.process.threads + Self.costThreads, "\(figures.name)")
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

    @Test func `the program refuses bad messages or asks for them again, and stores the good ones`() async throws {
        try await expect([Trial(Misbehaviour.badMessages, named: "sends a bad message, one peer for each")])
    }

    @Test func `the program accepts unknown fields, unknown attributes and gaps between ids`() async throws {
        try await expect(Misbehaviour.allowed.map { Trial($0) })
    }

    @Test func `a message that makes its page unreadable keeps no other message back`() async throws {
        try await expect(Misbehaviour.unreadable.map { Trial($0) })
    }

    @Test func `the program keeps requesting from a peer whose answers are not pages`() async throws {
        try await expect(Misbehaviour.noPages.map { Trial($0) })
    }

    @Test func `the program logs each failing peer once and pulls from it when it answers again`() async throws {
        let all = Misbehaviour.failures
        try await expect(all.map { Trial($0) } + [Trial(all, named: "fails, all peers at once")])
    }

    @Test func `the program logs each lie of a peer about its log or its key, and loses no message`() async throws {
        let twoAddresses = Trial(Misbehaviour.twoAddresses, named: "has two addresses")
        try await expect(Misbehaviour.liars.map { Trial($0) } + [twoAddresses])
    }

    @Test func `a peer that sends too much or too slowly costs the program bounded time and memory`() async throws {
        try await expect(Misbehaviour.costs.map { Trial($0) }, concurrently: Misbehaviour.costs.count)
    }

    @Test func `the program recognises its own address among its peers and pulls from the other peers`() async throws {
        let folder = try TemporaryFolder()
        let good = try await RunningNode(folder.path + "/good")
        let port = try freeAddresses(1)[0].port
        let own = ["http://127.0.0.1:\(port)", "http://localhost:\(port)/chat"]
        let program = try await Program(
            serving: folder.path + "/node", on: "127.0.0.1:\(port)",
            (own + ["\(good.address)"]).flatMap { ["--peer", $0] })
        let address = try await program.address()
        for peer in own {
            let line = await program.logLine { $0.contains("peer=\(peer) ") && $0.contains("is the node itself") }
            #expect(line?.contains("Remove the address from the --peer flags") == true)
        }
        _ = try await ChatClient(address, http: .shared).add(user: "jack", message: "from itself")
        try await good.store.post("from the other")
        try await TextReader(address).expect(["from itself", "from the other"], "itself")
        #expect(program.logLines.filter { $0.contains("is the node itself") }.count == own.count)
        await program.terminate()
        try await good.stop()
    }
}
