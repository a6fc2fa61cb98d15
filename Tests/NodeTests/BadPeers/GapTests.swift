import ChatClient
import ChatModel
import ChatReplication
import ChatStore
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import tidings

/// Nodes whose peers have messages that they can't store.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct GapTests {
    // MARK: Messages that can never be stored

    /// The ids of messages that can't be stored, each in a page of 1,000 good messages.
    private enum BadID {
        /// The signature does not verify. The marks of the log follow from the message.
        static let forged: UInt64 = 2_337
        /// The text was changed after the message was signed. The marks of the log follow from the original message.
        static let changed: UInt64 = 5_337
        static let unreadable: UInt64 = 7_337
        static let all = [forged, changed, unreadable]
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
        log.replace("<text>", with: "<text>not ", in: BadID.changed)
        log.replace("</text>", with: "</user>", in: BadID.unreadable)
        return log
    }

    @Test func `three messages of 10,000 that can't be stored cost few small requests at each start and each day`()
        async throws
    {
        let counted = CountedLog(try makeLog())
        let peer = try await BadPeer(.answers(counted.answer))
        let folder = try TemporaryFolder()
        var node = try await RunningNode(folder.path, peers: [peer.address])
        var count = try await counted.countBeforeWait()
        // The pages with the three messages are requested more than once, but nothing after them.
        #expect(count.messages <= 15_000 && count.requests <= 100, "first start: \(count)")
        #expect(try node.store.messageCount() == 9_997)
        try await node.stop(checksStore: false)

        // The mark of a page with a changed message proves nothing, so its gap was the whole page. The first round has left an
        // eighth of it: 125 messages. They come in eight parts, each with a message that proves its end.
        let bound = CountedLog.Count(requests: 4 * 8 + 2 * 5, messages: 125 + 2 * 8 + 2 * 2)
        node = try await RunningNode(folder.path, peers: [peer.address])
        count = try await counted.countBeforeWait()
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
        for day in 1...4 {
            count = try await counted.countBeforeWait()
            #expect(count.messages > 0, "day \(day): the gaps are requested")
            #expect(count.messages <= bound.messages && count.requests <= bound.requests, "day \(day): \(count)")
        }
        // In the end, only the three messages and their neighbours are requested.
        #expect(count.messages <= 8 && count.requests <= 16, "\(count)")
        let gaps = try node.store.gaps(of: try #require(PeerID("\(peer.address)")))
        #expect(gaps.notStored.count == 3, "\(gaps)")
        #expect(BadID.all.allSatisfy { gaps.contains(LogID.zero.advanced(by: $0)) }, "\(gaps)")
        try await node.stop()
    }

    // MARK: A gap without end

    @Test
    func `a peer that fills a gap of 2^53 ids with a known message is soon requested only beside waiting requests`()
        async throws
    {
        let log = try PeerLog("message", ids: [1, 2, 3, Limits.highestID])
        let (known, last) = (log.entries[0], log.entries[3])
        // With this mark, the page of the last message is not shown to be complete, so all ids before it are a gap.
        let end = LogPosition(id: last.id, mark: known.mark)
        let count = Mutex((requests: 0, waits: 0))
        let peer = try await BadPeer(
            .answers { request in
                count.withLock { count in
                    if request.waitSeconds > 0 { count.waits += 1 } else { count.requests += 1 }
                }
                switch request.past.rawValue {
                case 0: return .page(PeerPage(head: log.head(next: log.position(2)), elements: log.elements(0..<3)))
                case 3 where count.withLock({ $0.requests <= 3 }):
                    return .page(PeerPage(head: log.head(next: end), elements: log.elements(3..<4)))
                case last.id.rawValue: return .page(PeerPage(head: log.head(next: end), elements: []), to: request)
                case let past:
                    let element = String(decoding: known.element, as: UTF8.self)
                    let mark = request.mark.flatMap { try? Mark(base64URL: $0) } ?? .zero
                    let next = LogPosition(
                        id: request.past.advanced(by: 1), mark: mark.appending(known.message.digest))
                    return .page(
                        PeerPage(
                            head: log.head(next: next),
                            elements: [Array(element.replacing("id=\"1\"", with: "id=\"\(past + 1)\"").utf8)]))
                }
            })
        let folder = try TemporaryFolder()
        let node = try await RunningNode(folder.path, peers: [peer.address])
        try await eventually("the node waits for new messages") { count.withLock { $0.waits > 0 } }
        // 64 pages, each with a proof of its end, and a page of the log after each of these requests.
        let requests = count.withLock { $0.requests }
        #expect((256...262).contains(requests), "\(requests)")
        #expect(try node.digests == log.digests)
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
    func `a message whose transfer fails is skipped, stays a gap, and is stored when its transfer succeeds`(
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
        try await eventually("the message is skipped and a gap") {
            let storedPeer = try node.store.storedPeer(peerID)
            return try storedPeer.skipped == 1 && storedPeer.cursor.newest == log.position(39)
                && node.store.gaps(of: peerID).contains(failingID)
        }

        fails.withLock { $0 = false }
        if afterRestart {
            try await node.stop()
            node = try await RunningNode(folder.path, peers: [peer.address], pace: pace)
        }
        try await node.waitForEntries(40)
        #expect(try node.digests == log.digests)
        try await eventually("no gap is left and no message counts as skipped") {
            try node.store.gaps(of: peerID).isEmpty && node.store.storedPeer(peerID).skipped == 0
        }
        try await node.stop()
    }
}

/// Serves a log and counts what it serves.
private final class CountedLog: Sendable {
    struct Count {
        /// The requests that do not wait.
        var requests = 0
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
            state.count.messages += state.log.page(request)?.elements.count ?? 0
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

extension PeerLog {
    fileprivate func elements(_ indices: Range<Int>) -> [[UInt8]] { entries[indices].map(\.element) }

    /// Replaces a part of the message with this id.
    fileprivate mutating func replace(_ part: String, with other: String, in id: UInt64) {
        let index = Int(id) - 1
        entries[index].element = Array(
            String(decoding: entries[index].element, as: UTF8.self).replacing(part, with: other).utf8)
    }
}
