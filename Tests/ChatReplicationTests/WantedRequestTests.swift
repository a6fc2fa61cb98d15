import ChatExchange
import ChatModel
import ChatStore
import ChatXML
import TestSupport
import Testing

@testable import ChatReplication

/// Requests for wanted messages between two pulls.
struct WantedRequestTests {
    private func due(_ count: Int) -> [DueMessage] {
        (0..<count).map { number in
            let bytes = [UInt8(number / 256), UInt8(number % 256)] + [UInt8](repeating: 0, count: 30)
            // 32 bytes are a digest.
            return DueMessage(due: UnixTime(milliseconds: 7), digest: try! Digest(bytes: bytes))
        }
    }

    /// A script whose puller waits at the end of the peer's log, and its last actions.
    private func caughtUp(_ due: [DueMessage]) -> (Script, [Puller.Action]) {
        var script = Script()
        script.due = due
        _ = script.handle(.started)
        _ = script.handle(.fetched(script.page(1...3, high: 3), after: .zero))
        let actions = script.handle(applied())
        return (script, actions)
    }

    /// The event of an answer without messages.
    private func none(_ script: Script) -> Puller.Event {
        .fetchedWanted(script.page(nil, next: 3, high: 3), byteCount: 200)
    }

    /// The event of an empty page of the log.
    private func noNews(_ script: Script, after duration: Duration = .zero) -> Puller.Event {
        .fetched(script.page(nil, next: 3, high: 3), after: duration)
    }

    @Test func `at the end of the log the puller asks for 64 messages at a time, with a page of the log in between`()
        throws
    {
        let due = due(150)
        var (script, actions) = caughtUp(due)
        for batch in [due[0..<64], due[64..<128], due[128..<150]] {
            #expect(actions.digests == batch.map(\.digest))
            let answer = try #require(script.handle(none(script)).wantedPage)
            #expect(answer.asked == batch.last)
            let pull = try #require(script.handle(.appliedWanted).request)
            #expect(pull.from == .at(3))
            #expect(pull.waitSeconds == (batch.endIndex == 150 ? Pace().waitSeconds : 0))
            actions = script.handle(noNews(script))
        }
        #expect(actions.request?.waitSeconds == Pace().waitSeconds)
        #expect(actions.pause == nil)
    }

    @Test func `the store is searched again after ten minutes, and not during a pass over the log`() {
        var (script, actions) = caughtUp([])
        #expect(script.searches == 1)
        for (minute, searches) in [(9, 1), (10, 2), (11, 2), (25, 3)] {
            script.now = .seconds(minute * 60)
            actions = script.handle(noNews(script))
            #expect(script.searches == searches, "minute \(minute)")
        }
        #expect(actions.request != nil)
        script.now = .seconds(60 * 60)
        _ = script.handle(.fetched(script.page(4...5, high: 9), after: .zero))
        #expect(script.searches == 3)
    }

    @Test func `newly noted damage ends a waiting request, and the store is searched at once`() {
        var (script, _) = caughtUp([])
        script.due = due(1)
        #expect(script.handle(.damageNoted).digests == script.due.map(\.digest))
        #expect(script.searches == 2)
    }

    @Test func `damage that is noted during a pass over the log is requested at its end, and stops no page`() {
        var (script, _) = caughtUp([])
        script.due = due(1)
        _ = script.handle(.fetched(script.page(4...5, high: 9), after: .zero))
        #expect(script.handle(.damageNoted).isEmpty)
        _ = script.handle(applied())
        #expect(script.searches == 1)
        _ = script.handle(.fetched(script.page(6...9, high: 9), after: .zero))
        #expect(script.handle(applied()).digests == script.due.map(\.digest))
    }

    @Test func `new messages of the peer come before the next request for wanted messages`() {
        var (script, _) = caughtUp(due(100))
        _ = script.handle(none(script))
        _ = script.handle(.appliedWanted)
        let actions = script.handle(.fetched(script.page(4...5, high: 9), after: .zero))
        #expect(actions.digests == nil)
        #expect(actions.request?.from == .at(5))
    }

    @Test func `only the requested messages of an answer are applied`() throws {
        let messages = try ["one", "two"].map { try Sample.message(text: $0) }
        let due = messages.prefix(1).map { DueMessage(due: UnixTime(milliseconds: 7), digest: $0.digest) }
        var (script, actions) = caughtUp(due)
        #expect(actions.digests == due.map(\.digest))
        let refusal = BadMessage(reason: Refusal(.badSignature, "Not a message."), raw: [])
        let entries: [LogPage.Entry] = [
            .message(.at(1), messages[1]), .message(.at(2), messages[0]), .bad(.at(3), refusal),
            .gone(.at(4), due[0].digest), .laterForm(.at(5), form: 2, due[0].digest),
        ]
        let page = LogPage(head: script.page(nil, high: 9).head, entries: entries)
        actions = script.handle(.fetchedWanted(page, byteCount: 2000))
        let answer = try #require(actions.wantedPage)
        #expect(answer.entries.map(\.id) == [.at(2)])
    }

    /// Answers each request with its last message alone.
    ///
    /// - Parameter byteCount: the size of each answer.
    /// - Returns: the number of messages in each request, and the last message up to which each answer counts.
    private func requests(for due: [DueMessage], _ messages: [Message], byteCount: Int) throws -> (
        counts: [Int], asked: [DueMessage?]
    ) {
        var (script, actions) = caughtUp(due)
        let head = script.page(nil, next: 3, high: 3).head
        var requests: (counts: [Int], asked: [DueMessage?]) = ([], [])
        while let digests = actions.digests, requests.counts.count < 1000 {
            let last = try #require(messages.first { $0.digest == digests.last })
            let page = LogPage(head: head, entries: [.message(.at(1), last)])
            let answer = try #require(script.handle(.fetchedWanted(page, byteCount: byteCount)).wantedPage)
            requests.counts.append(digests.count)
            requests.asked.append(answer.asked)
            _ = script.handle(.appliedWanted)
            actions = script.handle(noNews(script))
        }
        return requests
    }

    @Test func `messages that an answer lacks are not requested again, because the peer does not have them`() throws {
        let messages = try (1...70).map { try Sample.message(text: "\($0)") }
        let due = messages.map { DueMessage(due: UnixTime(milliseconds: 7), digest: $0.digest) }.sorted()
        let requests = try requests(for: due, messages, byteCount: Limits.pageBytes)
        #expect(requests.counts == [64, 6])
        #expect(requests.asked == [due[63], due[69]])
    }

    @Test func `messages that an answer of more than 1 MiB lacks are requested once more, eight at a time`() throws {
        let messages = try (1...70).map { try Sample.message(text: "\($0)") }
        let due = messages.map { DueMessage(due: UnixTime(milliseconds: 7), digest: $0.digest) }.sorted()
        let requests = try requests(for: due, messages, byteCount: Limits.pageBytes + 1)
        #expect(requests.counts == [64, 8, 8, 8, 8, 8, 8, 8, 7, 6])
        #expect(requests.asked == [nil] + [7, 15, 23, 31, 39, 47, 55, 62, 69].map { due[$0] })
    }

    @Test func `a request for eight messages brings all of them, even if they are as large as possible`() async throws {
        try await withStore { store in
            let escaped = { try FieldValue(String(repeating: "&", count: $0)) }
            var values = [(FieldName.user, try escaped(64)), (.text, try escaped(Limits.textBytes))]
            for number in 10..<39 { values.append((try FieldName("x\(number)"), try escaped(Limits.keptValueBytes))) }
            let draft = try Draft(values, device: nil)
            for _ in 0..<24 { _ = try await store.post(draft, postKey: nil) }
            let log = StoredLog(store)
            let digests = try store.wholeLog().digests
            let due = digests.map { DueMessage(due: UnixTime(milliseconds: 7), digest: $0) }
            var (script, actions) = caughtUp(due.sorted())
            var (counts, received) = ([] as [Int], [] as Set<Digest>)
            while let digests = actions.digests {
                let bytes = try await log.messages(digests)
                let page = try LogPageReader.read(bytes)
                counts.append(page.entries.count)
                received.formUnion(page.entries.compactMap(\.digest))
                _ = script.handle(.fetchedWanted(page, byteCount: bytes.count))
                _ = script.handle(.appliedWanted)
                actions = script.handle(noNews(script))
            }
            #expect(counts == [9, 8, 7])
            #expect(received == Set(digests))
        }
    }

    @Test func `a message is left out if the peer answers the request for it alone with an error`() throws {
        let due = due(2)
        var (script, actions) = caughtUp(due)
        actions = script.handle(.notFetchedWanted(.refused(status: 500, nil)))
        #expect(actions.wantedPage == nil)
        script.now += .seconds(60)
        #expect(script.handle(noNews(script, after: .seconds(60))).digests == [due[0].digest])
        actions = script.handle(.notFetchedWanted(.refused(status: 500, nil)))
        #expect(actions.wantedPage?.asked == due[0])
    }

    @Test func `an answer that cannot be read halves the number of messages, and a single message is left out`() throws
    {
        let due = due(64)
        var (script, actions) = caughtUp(due)
        var counts: [Int] = []
        while true {
            let digests = try #require(actions.digests)
            counts.append(digests.count)
            #expect(digests.first == due[0].digest)
            actions = script.handle(.notFetchedWanted(.unreadable(script.page(nil, high: 3).head, reason: "Poison.")))
            if let answer = actions.wantedPage {
                #expect(answer.entries.isEmpty && answer.asked == due[0])
                break
            }
            // The puller waits for new messages meanwhile.
            #expect(actions.request?.waitSeconds == Pace().waitSeconds)
            script.now += .seconds(60)
            actions = script.handle(noNews(script, after: .seconds(60)))
        }
        #expect(counts == [64, 32, 16, 8, 4, 2, 1])
        _ = script.handle(.appliedWanted)
        script.now += .seconds(60)
        #expect(script.handle(noNews(script, after: .seconds(60))).digests == due[1...2].map(\.digest))
        #expect(script.puller.report.state == .inSync)
        #expect(script.notices.isEmpty)
    }

    @Test func `the pauses after failed requests for wanted messages grow, and new messages come meanwhile`() throws {
        var (script, actions) = caughtUp(due(64))
        for pause in [1, 2, 4, 8, 16, 32, 48, 48].map(Duration.seconds) {
            #expect(actions.digests != nil)
            actions = script.handle(.notFetchedWanted(.refused(status: 400, nil)))
            if actions.wantedPage != nil { actions = script.handle(.appliedWanted) }
            #expect(actions.request?.waitSeconds == Pace().waitSeconds && actions.pause == nil)
            script.now += pause - .milliseconds(1)
            actions = script.handle(noNews(script, after: .seconds(Pace().waitSeconds)))
            #expect(actions.request?.waitSeconds == Pace().waitSeconds && actions.digests == nil)
            script.now += .milliseconds(1)
            actions = script.handle(noNews(script, after: .seconds(Pace().waitSeconds)))
        }
    }

    @Test(arguments: [.unreachable(.refused), .tooSlow, .noAnswer(after: .seconds(1))] as [PullFailure])
    func `after a request that failed the puller asks again only after the next search`(failure: PullFailure) throws {
        var (script, actions) = caughtUp(due(64))
        actions = script.handle(.notFetchedWanted(failure))
        #expect(actions.request?.waitSeconds == Pace().waitSeconds)
        #expect(actions.pause == nil)
        #expect(script.handle(noNews(script)).digests == nil)
        script.now = .seconds(600)
        #expect(script.handle(noNews(script)).digests?.count == 32)
        #expect(script.puller.report.state == .inSync)
    }

    @Test func `a message that gets no answer eight times is left out until its next time`() throws {
        var (script, actions) = caughtUp(due(1))
        for count in 1...8 {
            #expect(actions.digests?.count == 1)
            actions = script.handle(.notFetchedWanted(.brokenOff(.closed)))
            #expect((actions.wantedPage != nil) == (count == 8))
            guard count < 8 else { break }
            script.now += .seconds(600)
            actions = script.handle(noNews(script))
        }
        #expect(actions.wantedPage?.asked == due(1).last)
    }

    @Test func `after an answer that could not be applied the puller asks again only after the next search`() throws {
        var (script, _) = caughtUp(due(1))
        _ = script.handle(none(script))
        #expect(script.handle(.notAppliedWanted).request?.waitSeconds == Pace().waitSeconds)
        script.now = .seconds(600)
        #expect(script.handle(noNews(script)).digests?.count == 1)
    }
}
