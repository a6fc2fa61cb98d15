import ChatClient
import ChatModel
import ChatReplication
import ChatStore
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import tidings

/// Nodes whose peers name messages that they do not deliver.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct ExceptionTests {
    // MARK: Messages that can never be stored

    /// The ids of messages that can't be stored, each among 1,000 good messages.
    private enum BadID {
        /// The signature does not verify. The marks of the log follow from the message.
        static let forged: UInt64 = 2_337
        /// The text was changed after the message was signed. The marks of the log follow from the original message.
        static let changed: UInt64 = 5_337
        /// No page with the message can be read.
        static let unreadable: UInt64 = 7_337
    }

    /// Returns a log of 10,000 messages, of which three can't be stored.
    private func makeLog() throws -> PeerLog {
        var log = try PeerLog("message", ids: 1..<BadID.forged)
        let good = try VerifiedMessage(Fields(text: "forged"), at: Stamp(SystemTime().wall), signing: log.key).message
        let forged = Message(
            origin: SigningKey().publicKey, group: good.group, stamp: good.stamp, nonce: good.nonce,
            fields: good.fields, signature: good.signature)
        log.append(forged, "forged", at: LogID.zero.advanced(by: BadID.forged))
        for id in BadID.forged + 1...10_000 { try log.append("message \(id)", at: LogID.zero.advanced(by: id)) }
        log.replace("<text>", with: "<text>not ", in: Int(BadID.changed) - 1)
        log.replace("</text>", with: "</user>", in: Int(BadID.unreadable) - 1)
        return log
    }

    @Test func `three messages of 10,000 that can't be stored cost few small requests at each start and each day`()
        async throws
    {
        let counted = CountedLog(try makeLog())
        let peer = try await BadPeer(.answers(counted.answer))
        let peerID = try #require(PeerID("\(peer.address)"))
        let folder = try TemporaryFolder()
        var node = try await RunningNode(folder.path, peers: [peer.address])
        try await eventually("two messages are exceptions") { try node.store.storedPeer(peerID).exceptions == 2 }
        let first = try await counted.countBeforeWait()
        // The messages around the unreadable one are requested again by their digests, in halves.
        #expect(first.messages <= 15_000 && first.requests <= 100, "first start: \(first)")
        #expect(try node.store.messageCount() == 9_997)
        #expect(try node.store.storedPeer(peerID).refused == 1)
        let exceptions = try node.store.exceptions(of: peerID)
        #expect(exceptions.map(\.last.rawValue) == [BadID.changed, BadID.unreadable])
        #expect(exceptions.map(\.reason) == [.absent, .failing])
        try await node.stop(checksStore: false)

        // The two messages together, then each alone, and a page of the log after a failure.
        let bound = CountedLog.Count(requests: 10, messages: 8)
        node = try await RunningNode(folder.path, peers: [peer.address])
        var count = try await counted.countBeforeWait()
        #expect(count.messages > 0, "second start: the exceptions are requested")
        #expect(count.messages <= bound.messages && count.requests <= bound.requests, "second start: \(count)")
        try counted.append("new")
        peer.change(to: .answers(counted.answer))
        let start = ContinuousClock.now
        try await eventually("the new message is stored") { try node.store.messageCount() == 9_998 }
        #expect(ContinuousClock.now - start < .seconds(10))
        count = try await counted.countBeforeWait()
        #expect(count.messages == 1 && count.requests <= 2, "new message: \(count)")
        try await node.stop(checksStore: false)

        var pace = Pace.quick
        (pace.retryInterval, pace.waitSeconds) = (.seconds(1), 1)
        node = try await RunningNode(folder.path, peers: [peer.address], pace: pace)
        for day in 1...3 {
            count = try await counted.countBeforeWait()
            #expect(count.messages > 0, "day \(day): the exceptions are requested")
            #expect(count.messages <= bound.messages && count.requests <= bound.requests, "day \(day): \(count)")
        }
        #expect(try node.store.exceptions(of: peerID).map(\.last) == exceptions.map(\.last))
        try await node.stop()
    }

    @Test func `a message that its peer does not deliver is stored from another peer, and is no exception then`()
        async throws
    {
        let log = try PeerLog("message", ids: 1...10)
        var spoiled = log
        spoiled.replace("<text>", with: "<text>not ", in: 4)
        let peer = try await BadPeer(.answers { [spoiled] request in spoiled.answer(request) })
        let peerID = try #require(PeerID("\(peer.address)"))
        var other = try PeerLog("other", ids: 1...3)
        let folder = try TemporaryFolder()
        var pace = Pace.quick
        (pace.absence, pace.waitSeconds) = (.seconds(8), 1)
        let answers = Mutex(other)
        let second = try await BadPeer(.answers { request in answers.withLock { $0 }.answer(request) })
        let node = try await RunningNode(folder.path, peers: [peer.address, second.address], pace: pace)
        try await node.waitForEntries(12)
        try await eventually("the position is before the message") {
            try node.store.storedPeer(peerID).cursors.current.newest == log.position(3)
        }
        other.append(log.entries[4].message, log.entries[4].text, at: LogID.zero.advanced(by: 4))
        answers.withLock { $0 = other }
        try await node.waitForEntries(13)
        try await eventually("the position is at the end of the log") {
            try node.store.storedPeer(peerID).cursors.current.newest == log.position(9)
        }
        #expect(try node.store.storedPeer(peerID).exceptions == 0)
        try await node.stop()
    }

    // MARK: Failing messages

    /// The answer to each request whose page would have the message.
    enum FailingAnswer: CaseIterable {
        case closes, resets, answers500

        func answer(with page: PeerPage) -> PeerAnswer {
            let part = PeerAnswer.head(of: page.bytes.count) + page.bytes.dropLast(200)
            return switch self {
            case .closes: .sendAndClose(part)
            case .resets: .sendAndReset(part)
            case .answers500: .body(Array("oops".utf8), status: "500 Internal Server Error")
            }
        }
    }

    @Test(arguments: FailingAnswer.allCases, [true, false])
    func `a message whose transfer fails becomes an exception, and is stored when its transfer succeeds`(
        failing: FailingAnswer, afterRestart: Bool
    ) async throws {
        let log = try PeerLog("message", ids: 1...40)
        let failingID = LogID.zero.advanced(by: 23)
        let fails = Mutex(true)
        let peer = try await BadPeer(
            .answers { request in
                guard let page = log.page(request), page.contains(23), fails.withLock(\.self) else {
                    return log.answer(request)
                }
                return failing.answer(with: page)
            })
        let peerID = try #require(PeerID("\(peer.address)"))
        let folder = try TemporaryFolder()
        var pace = Pace.quick
        if !afterRestart { (pace.retryInterval, pace.waitSeconds) = (.seconds(2), 1) }
        var node = try await RunningNode(folder.path, peers: [peer.address], pace: pace)
        try await node.waitForEntries(39)
        let others = log.entries.filter { $0.id != failingID }
        #expect(try node.digests == Set(others.map(\.message.digest)))
        try await eventually("the message is an exception, and the position is at the end of the log") {
            let exceptions = try node.store.exceptions(of: peerID)
            return try exceptions.map(\.last) == [failingID] && exceptions[0].reason == .failing
                && node.store.storedPeer(peerID).cursors.current.newest == log.position(39)
        }

        fails.withLock { $0 = false }
        if afterRestart {
            try await node.stop()
            node = try await RunningNode(folder.path, peers: [peer.address], pace: pace)
        }
        try await node.waitForEntries(40)
        #expect(try node.digests == log.digests)
        try await eventually("no exception is left") { try node.store.storedPeer(peerID).exceptions == 0 }
        try await node.stop()
    }
}

/// Serves a log and counts what it serves.
private final class CountedLog: Sendable {
    struct Count {
        /// The requests that do not wait.
        var requests = 0
        /// The whole messages.
        var messages = 0
        /// The requests that wait at the end of the log.
        var waits = 0
    }

    private let state: Mutex<(log: PeerLog, count: Count)>

    init(_ log: PeerLog) {
        state = Mutex((log, Count()))
    }

    func append(_ text: String) throws {
        try state.withLock { try $0.log.append(text, at: ($0.log.entries.last?.id ?? .zero).advanced(by: 1)) }
    }

    @Sendable func answer(_ request: PeerRequest) -> PeerAnswer {
        let log = state.withLock { state in
            if request.waitSeconds > 0 { state.count.waits += 1 } else { state.count.requests += 1 }
            state.count.messages += state.log.page(request)?.messageCount ?? 0
            return state.log
        }
        return log.answer(request)
    }

    /// Waits for the next request that waits for new messages.
    ///
    /// - Returns: what the log has served since the last call.
    func countBeforeWait() async throws -> Count {
        try await eventually("the node waits for new messages") { state.withLock { $0.count.waits > 0 } }
        return state.withLock { state in
            defer { state.count = Count() }
            return state.count
        }
    }
}
