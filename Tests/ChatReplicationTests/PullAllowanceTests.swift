import ChatModel
import ChatReplication
import ChatStore
import Logging
import TestSupport
import Testing

/// What a peer may make a node spend on its answers.
@Suite(.timeLimit(.minutes(5))) struct PullAllowanceTests {
    /// Pulls the log of `peer` into `store`, and returns how long that takes.
    private func pull(_ peer: ChatStore, as name: String, into store: ChatStore, _ pace: Pace) async throws -> Duration
    {
        let id = try #require(PeerID(name))
        let replicator = Replicator(
            store: store, instance: .random(), peers: [Peer(id: id, source: StoredLog(peer))], pace: pace,
            time: SystemTime(), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, notify: { _, _ in })
        let began = ContinuousClock.now
        let task = Task { try await replicator.run() }
        let end = try peer.wholeLog().next
        try await eventually("the puller is at the end of the log") { try store.storedPeer(id).cursors.settled == end }
        task.cancel()
        try await task.value
        return ContinuousClock.now - began
    }

    @Test func `the bytes of an answer count until its messages are stored`() async throws {
        try await withStore { peer in
            for number in 0..<20 { try await peer.post("number \(number) " + String(repeating: "x", count: 1000)) }
            var pace = Pace()
            pace.pageMessages = 1
            // Each page has more than 1,000 bytes, and one is requested before the one before it is stored.
            for (burst, range) in [(100, 1.0...60.0), (4000, 0.0...1.0)] {
                pace.uselessBytes = Allowance.Rate(burst: burst, then: 1000, in: .milliseconds(100))
                try await withStore { store in
                    let time = try await pull(peer, as: "peer", into: store, pace)
                    #expect(range.contains(time / .seconds(1)), "\(burst) \(time)")
                }
            }
        }
    }

    /// Paces with a bound of answers or of bytes: the answer with a message has more than 500 bytes.
    private static let bounded = [
        Pace.with { $0.answers = Allowance.Rate(burst: 5, then: 1, in: .milliseconds(100)) },
        Pace.with { $0.countedBytes = Allowance.Rate(burst: 2500, then: 500, in: .milliseconds(100)) },
    ]

    @Test(arguments: bounded)
    func `a peer causes a burst of answers and of bytes, then so many in a second, also at another address`(
        pace: Pace
    ) async throws {
        try await withStore { peer in
            try await withStore { store in
                let id = try #require(PeerID("peer"))
                let replicator = Replicator(
                    store: store, instance: .random(), peers: [], pace: pace, time: SystemTime(),
                    logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, notify: { _, _ in })
                let task = Task { try await replicator.run() }
                var times: [Duration] = []
                for round in 0...1 {
                    let began = ContinuousClock.now
                    replicator.add(Peer(id: id, source: StoredLog(peer)))
                    for number in 1...12 {
                        try await peer.post("number \(number)")
                        try await eventually("it is stored") { try store.messageCount() == 12 * round + number }
                    }
                    times.append(ContinuousClock.now - began)
                    replicator.remove(id)
                }
                // The last request is sent while the answer before it is being stored.
                #expect(times[0] >= .milliseconds((12 - 5 - 2) * 100), "\(times)")
                #expect(times[1] >= .milliseconds((12 - 2) * 100), "\(times)")
                task.cancel()
                try await task.value
            }
        }
    }
}

extension Pace {
    fileprivate static func with(_ change: (inout Pace) -> Void) -> Pace {
        var pace = Pace()
        pace.pageMessages = 1
        change(&pace)
        return pace
    }
}
