import ChatExchange
import ChatModel
import ChatStore
import ChatXML
import Foundation
import TestSupport

/// An operation of a node, run some times within this process and without HTTP. The check compares its cost.
struct Workload: Sendable {
    let name: String
    /// The number of operations in one run. A run takes a few milliseconds, so that other programs rarely interrupt it.
    var operations = 1
    let tolerance: Tolerance
    /// Runs the operation `operations` times, and returns what that used.
    let run: @Sendable (_ operations: Int) async throws -> Usage

    /// Makes a workload that needs no preparation for a run.
    init(
        _ name: String, operations: Int, _ tolerance: Tolerance,
        _ operation: @escaping @Sendable () async throws -> Void
    ) {
        self.init(name: name, operations: operations, tolerance: tolerance) { operations in
            let start = Usage.now
            for _ in 0..<operations { try await operation() }
            return Usage.now - start
        }
    }

    init(
        name: String, operations: Int = 1, tolerance: Tolerance,
        run: @escaping @Sendable (_ operations: Int) async throws -> Usage
    ) {
        self.name = name
        self.operations = operations
        self.tolerance = tolerance
        self.run = run
    }
}

/// The six workloads. Pages are read from a store with 2,000 messages; posts go into another one, which grows.
///
/// The folder should be in memory: then a commit costs CPU time, but waits for no disk.
struct Workloads {
    let all: [Workload]
    private let stores: [ChatStore]

    init(in folder: String) async throws {
        let store = try ChatStore(StoreOptions(folder: folder + "/read"))
        let posts = try ChatStore(StoreOptions(folder: folder + "/posts"))
        let node = NodeIdentity(
            key: store.key.publicKey, nodeName: try FieldValue("laptop"), instance: Sample.instance)
        let draft = try GeneratedMessages.draft(2000)
        // Equal stores in each run of the program: where LMDB splits a page, reading it can cost another allocation.
        let messages = GeneratedMessages(after: Sample.stamp.time.milliseconds, signing: Sample.key)
        for store in [store, posts] { try await store.add(messages, 0..<2000) }
        let high = try store.figures().high
        let longPoll = LongPoll(store: store, requests: WaitingRequests(maximum: 1, time: SystemTime()))
        let lastPage = LogStart.after(LogID(rawValue: high.rawValue - 50)!, mark: nil)
        let afterAll = LogQuery(.texts, room: .main, range: .from(.after(high, mark: nil)), limit: 50)
        let pulled = node.page(of: try store.read(LogQuery(log: .beginning, limit: 1000)), .log)

        // Only the workloads that wait for the writer or the judge change threads. How many commits 32 posts share
        // depends on the load of the machine: 1,922 to 2,129 allocations were seen.
        let exact = Tolerance(allocations: 0)
        let changesThreads = Tolerance(allocations: 0.1)
        let sharesCommits = Tolerance(allocations: 0.2)
        all = [
            Workload("empty poll", operations: 500, exact) {
                let slice = try await longPoll.slice(
                    afterAll, after: try store.read(afterAll), within: .zero, onDeparture: { _ in })
                try require(slice.entries.count, 0)
                try require(node.page(of: slice, .article).isEmpty, false)
            },
            Workload("page of 50", operations: 20, exact) {
                let slice = try store.read(LogQuery(.texts, room: .main, range: .from(lastPage), limit: 50))
                try require(slice.entries.count, 50)
                try require(node.page(of: slice, .article).isEmpty, false)
            },
            Workload("page of 50, view=chat", operations: 20, exact) {
                let slice = try store.read(LogQuery(.messages, room: .main, range: .from(lastPage), limit: 50))
                try require(slice.entries.count, 50)
                try require(node.page(of: slice, .chat).isEmpty, false)
            },
            Workload(name: "pull of 1,000", tolerance: changesThreads) { _ in
                try await Self.pull(pulled, into: "\(folder)/\(UUID())")
            },
            Workload("post", operations: 20, changesThreads) {
                _ = try await posts.post(draft, postKey: nil)
            },
            Workload("32 posts at once", operations: 2, sharesCommits) {
                try await posts.postTogether(draft, count: 32)
            },
        ]
        stores = [store, posts]
    }

    func close() async {
        for store in stores { await store.close() }
    }

    /// Reads, verifies and stores a page as a new node does.
    private static func pull(_ bytes: [UInt8], into folder: String) async throws -> Usage {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let store = try ChatStore(StoreOptions(folder: folder))
        let (intake, peer) = (PageIntake(store), PeerID("http://peer.local")!)
        let start = Usage.now
        let page = try await intake.read(bytes)
        let positions = page.positions(from: .start) ?? []
        let judged = JudgedPage(
            verdicts: try await intake.judged(page.entries, from: peer).verdicts,
            settling: .forward(after: .start, wants: [], end: page.head.next, passing: positions))
        let applied = try await store.apply(judged, from: peer)
        let usage = Usage.now - start
        try require(applied.stored, 1000)
        await store.close()
        return usage
    }
}

extension ChatStore {
    /// Posts so many messages at the same time. They share one or a few commits.
    fileprivate func postTogether(_ draft: Draft, count: Int) async throws {
        try await withThrowingTaskGroup { tasks in
            for _ in 0..<count { tasks.addTask { _ = try await self.post(draft, postKey: nil) } }
            try await tasks.waitForAll()
        }
    }
}
