import ChatModel
import ChatStore
import ChatXML
import Dispatch
import Logging
import ServiceLifecycle
import Synchronization
import TestSupport
import Testing

@testable import ChatReplication

/// A source with prepared answers. When they are used up, a request waits until its task is cancelled.
private final class PagedLog: LogSource {
    private let answers: Mutex<[Result<LogPage, PullFailure>]>
    private let requests = Mutex<[PullRequest]>([])

    /// The end of the log; nil if the answers end it.
    private let end: PageHead?

    /// - Parameter end: requests after this head's position that do not wait get an empty page, and those that wait get no
    ///   answer.
    init(_ answers: [Result<LogPage, PullFailure>], end: PageHead? = nil) {
        self.answers = Mutex(answers)
        self.end = end
    }

    var received: [PullRequest] { requests.withLock { $0 } }

    func page(_ request: PullRequest) async throws(PullFailure) -> [UInt8] {
        requests.withLock { $0.append(request) }
        let isAtEnd = request.from == end.map { .after($0.next) }
        if let end, isAtEnd, request.waitSeconds == 0 {
            await Task.yield()
            return LogPage(head: end, entries: []).bytes
        }
        let answer = answers.withLock { $0.isEmpty || isAtEnd ? nil : $0.removeFirst() }
        guard let answer else {
            let (never, source) = AsyncStream<Never>.makeStream()
            for await _ in never {}
            withExtendedLifetime(source) {}
            throw PullFailure.unreachable(.refused)
        }
        return try answer.get().bytes
    }

    func messages(_ digests: [Digest]) async throws(PullFailure) -> [UInt8] {
        throw .refused(status: 404, nil)
    }
}

extension LogPage {
    /// The page as a peer sends it. Messages of later forms come last.
    fileprivate var bytes: [UInt8] {
        var writer = PageWriter(.log)
        for entry in entries {
            if case .message(let id, let message) = entry {
                writer.append(id: id, message: message, arrival: UnixTime(milliseconds: 0))
            }
        }
        let page = String(decoding: writer.end(head: head), as: UTF8.self)
        var later = ""
        for case .laterForm(let id, let form, let digest) in entries {
            later += "<message id=\"\(id)\" form=\"\(form)\" digest=\"\(digest)\"/>"
        }
        return Array(page.replacing("</chat>", with: later + "</chat>").utf8)
    }
}

/// The notices that a replicator gave.
private final class NoticeList: Sendable {
    private let notices = Mutex<[Notice]>([])

    var all: [Notice] { notices.withLock { $0 } }

    func add(_ notice: Notice) { notices.withLock { $0.append(notice) } }
}

/// A clock whose `sleep` returns at once and records the duration.
private final class CountingTime: TimeSource {
    private let sleeps = Mutex<[Duration]>([])

    var wall: UnixTime { .testBuildDate }
    var monotonic: Duration { .zero }

    func sleep(for duration: Duration) async throws {
        try Task.checkCancellation()
        sleeps.withLock { $0.append(duration) }
        await Task.yield()
    }

    func count(of duration: Duration) -> Int { sleeps.withLock { $0.count { $0 == duration } } }
}

/// A clock whose sleeps of one duration end when the test ends them.
private final class HeldTime: TimeSource {
    /// Each change ends the sleeps.
    let held = ChangeSignal()
    private let duration: Duration

    init(_ duration: Duration) {
        self.duration = duration
    }

    var wall: UnixTime { .testBuildDate }
    var monotonic: Duration { .zero }

    func sleep(for duration: Duration) async throws {
        guard duration == self.duration else { return try await Task.sleep(for: .seconds(3600)) }
        await held.next(after: held.count)
    }
}

/// A clock that stops the writer of a store at the beginning of a transaction.
private final class WriterGate: TimeSource {
    private let isClosed = Mutex(false)
    private let opened = DispatchSemaphore(value: 0)
    private let stops = Mutex(0)

    /// The number of times that the writer was stopped.
    var stopCount: Int { stops.withLock { $0 } }

    func close() { isClosed.withLock { $0 = true } }

    func open() {
        isClosed.withLock { $0 = false }
        opened.signal()
    }

    var wall: UnixTime {
        if isClosed.withLock(\.self) {
            stops.withLock { $0 += 1 }
            opened.wait()
        }
        return SystemTime().wall
    }

    var monotonic: Duration { SystemTime().monotonic }
    func sleep(for duration: Duration) async throws { try await SystemTime().sleep(for: duration) }
}

@Suite(.timeLimit(.minutes(10))) struct ReplicatorTests {
    private let key = SigningKey()
    private let instance = Instance.random()

    private func message(_ text: String) throws -> Message {
        try VerifiedMessage(Fields(text: text), at: Stamp(rawValue: 1 << 40), signing: key).message
    }

    /// The message with the signature of another message.
    private func forged(_ text: String) throws -> Message {
        let (message, other) = (try message(text), try message("another"))
        return Message(
            origin: message.origin, group: message.group, stamp: message.stamp, nonce: message.nonce,
            fields: message.fields,
            signature: other.signature)
    }

    private func page(_ messages: [Message], from first: UInt64 = 1) -> LogPage {
        let entries = messages.enumerated().map { offset, message in
            LogPage.Entry.message(LogID.zero.advanced(by: first + UInt64(offset)), message)
        }
        let next = LogPosition(id: entries.last?.id ?? .zero, mark: messages.reduce(.zero) { $0.appending($1.digest) })
        let head = PageHead(
            node: key.publicKey, name: "peer", instance: instance, low: entries.first?.id ?? .zero, high: next.id,
            next: next)
        return LogPage(head: head, entries: entries)
    }

    /// Runs a replicator with one peer until `isDone` returns true.
    private func replicate(
        _ log: some LogSource, into store: ChatStore, retryInterval: Duration = .seconds(1000), waitSeconds: Int = 30,
        until isDone: (StoredPeer) -> Bool
    ) async throws {
        let peer = try #require(PeerID("http://peer:8080"))
        var pace = Pace()
        pace.firstBackoff = .milliseconds(1)
        pace.longestBackoff = .milliseconds(1)
        pace.retryInterval = retryInterval
        (pace.absence, pace.originGrace) = (.milliseconds(10), .milliseconds(10))
        pace.waitSeconds = waitSeconds
        let replicator = Replicator(
            store: store, instance: .random(), peers: [Peer(id: peer, source: log)], pace: pace,
            time: SystemTime(), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, notify: { _, _ in })
        let task = Task { try await replicator.run() }
        while try !isDone(store.storedPeer(peer)) {
            try Task.checkCancellation()
            await Task.yield()
        }
        task.cancel()
        try await task.value
    }

    @Test func `good messages are stored, forged ones are refused, and the cursor moves past both`() async throws {
        try await withStore { store in
            let messages = [try message("one"), try forged("two"), try message("three")]
            let page = page(messages)
            try await replicate(PagedLog([.success(page)]), into: store) { $0.cursors.settled.id.rawValue == 3 }
            #expect(try store.wholeLog().texts == ["one", "three"])
            let peer = try #require(PeerID("http://peer:8080"))
            #expect(try store.storedPeer(peer).refused == 1)
            #expect(try store.storedPeer(peer).cursors.settled == page.head.next)
        }
    }

    @Test func `a peer whose clock is 400 days ahead is in the status, and is a notice once`() async throws {
        try await withStore { store in
            let time = SystemTime()
            let days: UInt64 = 400 * 86_400_000
            let head = PageHead(
                node: key.publicKey, name: "peer", instance: instance, group: .none, low: .zero, high: .zero,
                next: .start,
                now: time.wall + days)
            let id = try #require(PeerID("http://peer:8080"))
            let notices = Mutex<[Notice]>([])
            let replicator = Replicator(
                store: store, instance: .random(),
                peers: [Peer(id: id, source: PagedLog([.success(LogPage(head: head, entries: []))]))],
                time: time, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
                notify: { notice, peer in notices.withLock { if peer == id { $0.append(notice) } } })
            let task = Task { try await replicator.run() }
            try await eventually("the notice is given") { notices.withLock { !$0.isEmpty } }
            let ahead = try #require(try replicator.status().peers.first?.clockDifference?.aheadMilliseconds)
            #expect(abs(ahead - Int64(days)) < 300_000)
            task.cancel()
            try await task.value
            let given = notices.withLock { $0 }
            guard case .clocksDiffer(let clocks, name: "peer") = given.first else {
                Issue.record("\(given)")
                return
            }
            #expect(clocks.peer == head.now)
            #expect(given.count == 1)
        }
    }

    @Test func `a page is fetched while the page before it is stored`()
        async throws
    {
        let gate = WriterGate()
        try await withStore(time: gate) { store in
            var mark = Mark.zero
            let pages = try (1...2 as ClosedRange<UInt64>).map { number in
                let message = try message("\(number)")
                mark = mark.appending(message.digest)
                let head = PageHead(
                    node: key.publicKey, name: "peer, page \(number)", instance: instance, low: .at(1), high: .at(2),
                    next: LogPosition(id: .at(number), mark: mark))
                return LogPage(head: head, entries: [.message(.at(number), message)])
            }
            let id = try #require(PeerID("http://peer:8080"))
            let peer = Peer(id: id, source: PagedLog(pages.map(Result.success)))
            let replicator = Replicator(
                store: store, instance: .random(), peers: [peer], time: SystemTime(),
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, notify: { _, _ in })
            gate.close()
            let task = Task { try await replicator.run() }
            try await eventually("the second page is fetched while the first is stored") {
                try gate.stopCount == 1 && replicator.status().peers.first?.name == "peer, page 2"
            }
            #expect(try store.wholeLog().texts == [])
            gate.open()
            try await eventually("both pages are stored") { try store.storedPeer(id).cursors.settled.id == .at(2) }
            task.cancel()
            try await task.value
            #expect(try store.wholeLog().texts == ["1", "2"])
        }
    }

    @Test func `the replicator continues at its position after a restart and after failures`() async throws {
        try await withStore { store in
            let first = page([try message("one"), try message("two")])
            try await replicate(PagedLog([.success(first)]), into: store) { $0.cursors.settled.id.rawValue == 2 }
            let failures = [PullFailure.unreachable(.refused), .tooSlow, .cursorUnknown]
            let third = page([try message("three")], from: 3)
            let log = PagedLog(failures.map(Result.failure) + [.success(third)])
            try await replicate(log, into: store) { $0.cursors.settled.id.rawValue == 3 }
            #expect(try store.wholeLog().texts == ["one", "two", "three"])
            let position = LogStart.after(first.head.next)
            let cursor = try #require(Cursor(restoring: [first.head.next]))
            #expect(log.received.prefix(4).map(\.from) == [position, position, position, .newestCommon(cursor)])
        }
    }

    @Test(arguments: [FaultyLog.Fault.unreadable, .withheld])
    func `a message that cannot be had becomes an exception, and is asked for again at the next start`(
        fault: FaultyLog.Fault
    ) async throws {
        try await withStore { source in
            for number in 1...8 { try await source.post("\(number)") }
            let digest = try source.wholeLog().digests[4]
            let log = FaultyLog(source, digest, fault)
            try await withStore { store in
                let peer = try #require(PeerID("http://peer:8080"))
                try await replicate(log, into: store) { $0.exceptions == 1 && $0.cursors.settled.id == .at(8) }
                #expect(try store.wholeLog().texts.sorted() == ["1", "2", "3", "4", "6", "7", "8"])
                #expect(try store.exceptions(of: peer).map(\.digest) == [digest])
                log.mend()
                try await replicate(log, into: store) { $0.exceptions == 0 }
                #expect(try store.messageCount() == 8)
            }
        }
    }

    @Test func `after an upgrade, messages of a form that was unknown are requested again`() async throws {
        let folder = try TemporaryFolder()
        let messages = [try message("one"), try message("two")]
        let page = page(messages)
        let later = LogPage.Entry.laterForm(.at(2), form: 2, messages[1].digest)
        let older = LogPage(head: page.head, entries: [page.entries[0], later])
        for (form, answer, texts) in [(1, older, ["one"]), (1, page, ["one"]), (2, page, ["one", "two"])]
            as [(UInt64, LogPage, [String])]
        {
            var options = StoreOptions(folder: folder.path, mapSizeBytes: 16 << 20)
            options.highestForm = form
            let store = try ChatStore(options)
            let log = PagedLog([.success(answer)], end: page.head)
            try await replicate(log, into: store) { standing in
                // A waiting request is sent at the end of the log.
                (log.received.last?.waitSeconds ?? 0) > 0 && (standing.laterFormID == nil) == (form == 2)
            }
            #expect(try store.wholeLog().texts == texts)
            await store.close()
        }
    }

    @Test func `missing values are fetched from a peer whose log has been read`() async throws {
        try await withStore { source in
            for number in 1...70 { try await source.post("\(number)") }
            let log = try source.wholeLog()
            try await withStore { store in
                let peer = try #require(PeerID("http://peer:8080"))
                let erased = try log.messages.map {
                    JudgedPage.Verdict.good(try VerifiedMessage(verifying: $0.withoutErasableValues))
                }
                let settling = Settling.forward(after: .start, wants: [], end: log.next, passing: [])
                _ = try await store.apply(JudgedPage(verdicts: erased, settling: settling), from: peer)
                #expect(try store.wanted().count == 70)
                let replicator = Replicator(
                    store: store, instance: .random(), peers: [Peer(id: peer, source: StoredLog(source))],
                    time: SystemTime(), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
                    notify: { _, _ in })
                let task = Task { try await replicator.run() }
                while try !store.wanted().isEmpty {
                    await store.commits.next(after: try store.wholeLog().high, on: .log)
                }
                task.cancel()
                try await task.value
                #expect(try Set(store.wholeLog().texts) == Set((1...70).map(String.init)))
                #expect(try store.storedPeer(peer).cursors.settled == log.next)
            }
        }
    }

    @Test func `damage that is noted again and again ends a waiting request only once in ten seconds`() async throws {
        try await withStore { store in
            let (time, log) = (HeldTime(Pace().damageInterval), PagedLog([], end: page([]).head))
            let peer = Peer(id: try #require(PeerID("http://peer:8080")), source: log)
            let replicator = Replicator(
                store: store, instance: .random(), peers: [peer], time: time,
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, notify: { _, _ in })
            let task = Task { try await replicator.run() }
            for requests in 1...4 {
                try await eventually("the puller sends its waiting request \(requests)") {
                    log.received.count { $0.waitSeconds > 0 } == requests
                        && time.held.waiterCount == min(requests - 1, 1)
                }
                for _ in 0..<100 {
                    store.notedDamage.changed()
                    await Task.yield()
                }
                if requests > 1 { time.held.changed() }
            }
            task.cancel()
            try await task.value
        }
    }

    @Test func `the notice that the cursor cannot be read is given once`() async throws {
        let folder = try TemporaryFolder()
        let store = try ChatStore(StoreOptions(folder: folder.path))
        await store.close()
        let peer = Peer(id: try #require(PeerID("http://peer:8080")), source: PagedLog([]))
        let (time, notices) = (CountingTime(), NoticeList())
        let replicator = Replicator(
            store: store, instance: .random(), peers: [peer], time: time,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            notify: { notice, _ in notices.add(notice) })
        let task = Task { try await replicator.run() }
        while time.count(of: Pace().longestBackoff) < 5 { await Task.yield() }
        task.cancel()
        try await task.value
        #expect(notices.all.count { if case .cursorNotRead = $0 { true } else { false } } == 1)
    }

    @Test(arguments: [(0, .milliseconds(750)), (0.5, .seconds(1))] as [(Double, Duration)])
    func `the length of a pause follows the replicator's random numbers`(random: Double, pause: Duration) async throws {
        try await withStore { store in
            let log = PagedLog([.failure(.unreachable(.refused))])
            let peer = Peer(id: try #require(PeerID("http://peer:8080")), source: log)
            let time = CountingTime()
            let replicator = Replicator(
                store: store, instance: .random(), peers: [peer], time: time, random: { random },
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, notify: { _, _ in })
            let task = Task { try await replicator.run() }
            while time.count(of: pause) == 0 { await Task.yield() }
            task.cancel()
            try await task.value
        }
    }

    @Test func `an exception is asked for again after the retry interval`() async throws {
        try await withStore { source in
            for number in 1...3 { try await source.post("\(number)") }
            let digest = try source.wholeLog().digests[1]
            let log = FaultyLog(source, digest, .withheld)
            try await withStore { store in
                var hasException = false
                try await replicate(log, into: store, retryInterval: .milliseconds(50), waitSeconds: 0) { standing in
                    if standing.exceptions == 1 { hasException = true }
                    let requests = log.asks.filter { $0 == [digest] }
                    if hasException, requests.count >= 3 { log.mend() }
                    return hasException && standing.exceptions == 0
                }
                #expect(try store.messageCount() == 3)
            }
        }
    }

    @Test func `a damaged message that comes again is reported as healed`() async throws {
        try await withStore { source in
            for number in 1...3 { try await source.post("\(number)") }
            let log = try source.wholeLog()
            let folder = try TemporaryFolder()
            let options = StoreOptions(folder: folder.path, mapSizeBytes: 16 << 20)
            let filled = try ChatStore(options)
            let verdicts = try log.messages.map { JudgedPage.Verdict.good(try VerifiedMessage(verifying: $0)) }
            let settling = Settling.forward(after: .start, wants: [], end: log.next, passing: [])
            let peer = try #require(PeerID("http://peer:8080"))
            _ = try await filled.apply(JudgedPage(verdicts: verdicts, settling: settling), from: peer)
            await filled.close()
            var file = try StoreFile(folder.path)
            file.damageRecord(of: log.messages[1], at: 0.5)
            try file.save()
            let store = try ChatStore(options)
            #expect(try store.wholeLog().texts == ["1", "3"])
            _ = try await store.noteDamage()
            let notices = NoticeList()
            try await pull(StoredLog(source), into: store, notices) { !notices.all.isEmpty }
            #expect(try store.wholeLog().texts == ["1", "3", "2"])
            #expect(notices.all == [.healed(1)])
            await store.close()
        }
    }

    @Test func `a puller that has read under another group begins again when the node has a group`() async throws {
        try await withStore { store in
            let page = page([])
            var later = page.head
            let entry = LogPage.Entry.laterForm(.at(1), form: 2, .unique())
            let mark = Mark.zero.appending(try #require(entry.digest))
            (later.next, later.high) = (LogPosition(id: .at(1), mark: mark), .at(1))
            let log = PagedLog([.success(LogPage(head: later, entries: [entry]))])
            let id = try #require(PeerID("http://peer:8080"))
            let replicator = Replicator(
                store: store, instance: .random(), peers: [Peer(id: id, source: log)], time: SystemTime(),
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, notify: { _, _ in })
            let task = Task { try await replicator.run() }
            try await eventually("the peer's log is read") { try store.storedPeer(id).cursors.settled.id == .at(1) }
            try await store.enterGroup()
            #expect(try store.storedPeer(id).cursors == .start)
            replicator.wake()
            try await eventually("the peer is read from its start as a node of the group") {
                log.received.last?.group == Sample.group && log.received.last?.from == .beginning
            }
            task.cancel()
            try await task.value
        }
    }

    @Test func `what is known of a peer is stored at the end, and known at the next start before the peer answers`()
        async throws
    {
        try await withStore { store in
            let id = try await store.post("one")
            let peer = Peer(
                id: try #require(PeerID("http://peer:8080")), source: PagedLog([.success(page([]))], end: page([]).head)
            )
            func replicator(_ peer: Peer) -> Replicator {
                // Only the end stores it.
                var pace = Pace()
                (pace.contactInterval, pace.newContactInterval) = (.seconds(24 * 60 * 60), .seconds(24 * 60 * 60))
                return Replicator(
                    store: store, instance: .random(), peers: [peer], pace: pace, time: SystemTime(),
                    logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, notify: { _, _ in })
            }
            let first = replicator(peer)
            let request = PullRequest(
                from: .beginning, limit: 1, waitSeconds: 0, node: key.publicKey, instance: instance, group: .none)
            first.noteRequest(request, confirmed: id)
            let task = Task { try await first.run() }
            try await eventually("the peer is in sync") { try first.status().peers.first?.state == .inSync }
            let before = try #require(try first.status().peers.first)
            #expect(try store.contact(with: peer.id) == nil)
            task.cancel()
            try await task.value

            try await store.post("two")
            let second = replicator(Peer(id: peer.id, source: PagedLog([])))
            let after = try #require(try second.status().peers.first)
            #expect(after.state == .connecting)
            #expect((after.node, after.name) == (key.publicKey, "peer"))
            #expect(after.confirmed == id)
            #expect(after.unconfirmed == 1)
            #expect(after.lastRequest == before.lastRequest)
            #expect(after.lastInSync == before.lastInSync)
            // A request of the peer is no unknown one, although the peer has not answered yet.
            second.noteRequest(request, confirmed: nil)
            #expect(try second.status().requesters.isEmpty)
        }
    }

    @Test func `the contact with a new peer is stored soon, and what changes later at the end`() async throws {
        try await withStore { store in
            let source = PagedLog([.success(page([]))], end: page([]).head)
            let peer = Peer(id: try #require(PeerID("http://peer:8080")), source: source)
            var pace = Pace()
            pace.newContactInterval = .milliseconds(20)
            let replicator = Replicator(
                store: store, instance: .random(), peers: [peer], pace: pace, time: SystemTime(),
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, notify: { _, _ in })
            let task = Task { try await replicator.run() }
            try await eventually("the contact is stored") { try store.contact(with: peer.id) != nil }
            let id = try await store.post("one")
            let request = PullRequest(
                from: .beginning, limit: 1, waitSeconds: 0, node: key.publicKey, instance: instance, group: .none)
            replicator.noteRequest(request, confirmed: id)
            try await Task.sleep(for: .milliseconds(200))
            #expect(try store.contact(with: peer.id)?.confirmed == nil)
            task.cancel()
            try await task.value
            #expect(try store.contact(with: peer.id)?.confirmed == id)
        }
    }

    @Test func `a node of no group refuses the pages of a group with one notice, and stays in none`() async throws {
        try await withStore(founder: Sample.founder) { peer in
            try await peer.post("of the group")
            try await withStore { store in
                try await store.post("of none")
                let (notices, log) = (NoticeList(), StoredLog(peer))
                var pages = 0
                try await pull(log, into: store, notices) {
                    pages += log.bodiesGivenSinceLastCall()
                    return pages >= 3
                }
                #expect(try store.group() == .none)
                #expect(try store.wholeLog().texts == ["of none"])
                #expect(notices.all == [.failing(.foreignGroup(Sample.group, own: .none))])
            }
        }
    }

    /// Runs a replicator with one peer until `isDone` returns true.
    private func pull(
        _ log: some LogSource, into store: ChatStore, _ notices: NoticeList, until isDone: () throws -> Bool
    ) async throws {
        var pace = Pace()
        (pace.firstBackoff, pace.longestBackoff) = (.milliseconds(1), .milliseconds(1))
        let replicator = Replicator(
            store: store, instance: .random(), peers: [Peer(id: try #require(PeerID("http://peer:8080")), source: log)],
            pace: pace, time: SystemTime(), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            notify: { notice, _ in notices.add(notice) })
        let task = Task { try await replicator.run() }
        while try !isDone() {
            try Task.checkCancellation()
            await Task.yield()
        }
        task.cancel()
        try await task.value
    }
}
