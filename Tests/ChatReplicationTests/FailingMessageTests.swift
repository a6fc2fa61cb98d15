import ChatExchange
import ChatModel
import ChatStore
import Testing

@testable import ChatReplication

/// Messages whose transfer always fails.
struct FailingMessageTests {
    private let failure = PullFailure.brokenOff(.closed)

    /// - Parameter knowsInstance: whether the cursor is from a page of the peer's present instance.
    private func script(knowsInstance: Bool = true, freeUselessPages: Int? = nil) throws -> Script {
        var pace = Pace()
        pace.pageMessages = 1
        pace.freeUselessPages = freeUselessPages ?? pace.freeUselessPages
        var script = Script(cursor: try #require(Cursor(restoring: [.at(10)])), pace: pace)
        if knowsInstance {
            script.puller.peerInstance = script.peerInstance
            script.puller.cursorInstance = script.peerInstance
        }
        return script
    }

    /// Ends pauses until there is a request.
    private func request(_ actions: [Puller.Action], _ script: inout Script) throws -> PullRequest {
        var actions = actions
        while actions.request == nil {
            actions = script.handle(.pauseEnded(try #require(actions.pause).number))
        }
        return try #require(actions.request)
    }

    /// Fails the request after id 10 until the puller sends a probe.
    private func failUntilProbe(_ script: inout Script) throws -> PullRequest {
        var request = try #require(script.handle(.started).request)
        for _ in 0..<8 {
            #expect(request.from == .at(10))
            request = try self.request(script.handle(.notFetched(failure)), &script)
        }
        return request
    }

    @Test func `after eight failures and a probe that shows that the peer answers, the puller skips the message`()
        throws
    {
        var script = try script()
        let probe = try failUntilProbe(&script)
        #expect(probe.from == .after(.at(11), mark: nil))
        #expect(probe.limit == 1 && probe.waitSeconds == 0)
        let again = script.handle(.fetched(script.page(12...12, high: 20), after: .zero))
        #expect(again.page == nil)
        #expect(again.request?.from == .at(10))
        let stepped = script.handle(.notFetched(failure))
        #expect(stepped.pause == nil)
        #expect(stepped.request?.from == .after(.at(11), mark: nil))
        #expect(script.notices.last == .badMessages(first: .at(11), .unreadable(failure)))
    }

    /// Skips the message 11, and fails the requests after id 12 until there is a probe or a tenth failure.
    ///
    /// - Parameter time: the time after the skip at which the requests begin to fail.
    /// - Returns: the last request, and the number of failures.
    private func nextProbe(after time: Duration, _ script: inout Script) throws -> (probe: PullRequest, failures: Int) {
        _ = try failUntilProbe(&script)
        _ = script.handle(.fetched(script.page(12...12, high: 20), after: .zero))
        _ = script.handle(.notFetched(failure))
        let fetched = script.handle(.fetched(script.page(12...12, high: 20), after: .zero))
        _ = script.handle(ChatReplicationTests.applied())
        script.now += time
        var (request, failures) = (try #require(fetched.request), 0)
        while request.from == .at(12), failures < 10 {
            request = try self.request(script.handle(.notFetched(failure)), &script)
            failures += 1
        }
        return (request, failures)
    }

    @Test(arguments: [(0, 2), (3599, 2), (3600, 8)])
    func `after a skipped message, two failures are enough for the next one in an hour`(seconds: Int, most: Int) throws
    {
        var script = try script()
        let (probe, failures) = try nextProbe(after: .seconds(seconds), &script)
        #expect(failures == most)
        #expect(probe.from == .after(.at(13), mark: nil))
        // If the probe also fails, the puller skips no message.
        #expect(try request(script.handle(.notFetched(failure)), &script).from == .at(12))
        #expect(script.puller.pass.unreadable.count == 0)
        // After a probe that succeeds, the next failure is enough.
        _ = try request(script.handle(.notFetched(failure)), &script)
        _ = script.handle(.fetched(script.page(15...15, high: 20), after: .zero))
        #expect(script.handle(.notFetched(failure)).request?.from == .after(.at(14), mark: nil))
        #expect(script.puller.pass.unreadable.count == 1)
    }

    @Test func `the skipped message is part of a gap, which is requested again at the end of the log`()
        throws
    {
        var script = try script()
        _ = try failUntilProbe(&script)
        _ = script.handle(.fetched(script.page(12...12, high: 12), after: .zero))
        _ = script.handle(.notFetched(failure))
        let taken = try #require(script.handle(.fetched(script.page(12...12, high: 12), after: .zero)).page)
        #expect(taken.part == PagePart(after: .at(10), through: .at(12), completeAfter: nil))
        #expect(taken.unreadable == 1)
        script.gaps.add(Gap(after: .at(10), through: .at(12)))
        #expect(script.handle(ChatReplicationTests.applied()).gapRequest?.from == .at(10))
    }

    @Test(arguments: [true, false])
    func `a probe that shows a new instance proves nothing, because the peer may have another log`(
        knowsInstance: Bool
    ) throws {
        var script = try script(knowsInstance: knowsInstance)
        let probe = try failUntilProbe(&script)
        let page = script.page(12...12, high: 20, instance: .random())
        #expect(script.handle(.fetched(page, after: .zero)).request?.from == .at(10))
        // The request with the mark has failed, too, and the second probe counts.
        #expect(try request(script.handle(.notFetched(failure)), &script).from == probe.from)
        #expect(script.handle(.fetched(page, after: .zero)).request?.from == .at(10))
        #expect(script.handle(.notFetched(failure)).request?.from == .after(.at(11), mark: nil))
        // The failed request may have been refused. So the cursor may belong to another log, and everything is a gap.
        let taken = try #require(script.handle(.fetched(page, after: .zero)).page)
        #expect(taken.part == PagePart(after: .start, through: .at(12), completeAfter: nil))
        #expect(taken.nextCursor.positions == [.at(12)])
    }

    @Test func `gaps and wanted messages are requested although the last message of the log always fails`() throws {
        var script = try script()
        for id: UInt64 in [2, 6] { script.gaps.add(Gap(after: .at(id), through: .at(id + 1))) }
        script.due = [DueMessage(due: UnixTime(milliseconds: 1), digest: .ofZeros)]
        let end = Puller.Event.fetched(script.page(nil, next: 11, high: 11), after: .zero)
        _ = try failUntilProbe(&script)
        var (actions, requests) = (script.handle(end), [] as [String])
        for _ in 0..<100 where requests.filter({ $0 == "message" }).count < 2 {
            if case .after(let past, _) = actions.gapRequest?.from {
                requests.append("gap after \(past)")
                actions = script.handle(.fetchedGap(script.page(past.rawValue + 1...past.rawValue + 1, high: 11)))
            } else if actions.digests != nil {
                requests.append("wanted")
                actions = script.handle(.fetchedWanted(script.page(nil, next: 11, high: 11), byteCount: 200))
            } else if actions.gapPage != nil {
                actions = script.handle(.appliedGap(Applied()))
            } else if actions.wantedPage != nil {
                actions = script.handle(.appliedWanted)
            } else if let request = actions.request {
                let isProbe = request.from == .after(.at(11), mark: nil)
                requests.append(isProbe ? "probe" : "message")
                actions = script.handle(isProbe ? end : .notFetched(failure))
            } else {
                requests.append("pause")
                actions = script.handle(.pauseEnded(try #require(actions.pause).number))
            }
        }
        #expect(
            requests == [
                "pause", "gap after 2", "probe", "wanted", "probe", "gap after 3", "probe", "gap after 6", "probe",
                "gap after 7", "probe", "message", "pause", "probe", "pause", "message",
            ])
    }

    @Test func `the last message is requested again between the requests for gaps that have to wait`() throws {
        var script = try script(freeUselessPages: 0)
        for id: UInt64 in stride(from: 1, to: 10, by: 2) { script.gaps.add(Gap(after: .at(id), through: .at(id + 1))) }
        let end = Puller.Event.fetched(script.page(nil, next: 11, high: 11), after: .zero)
        _ = try failUntilProbe(&script)
        var (actions, requests) = (script.handle(end), [] as [String])
        while requests.count < 20 {
            if actions.gapRequest != nil {
                requests.append("gap")
                actions = script.handle(.notFetchedGap(.tooSlow))
            } else if actions.gapPage != nil {
                actions = script.handle(.appliedGap(Applied()))
            } else if let request = actions.request {
                let isProbe = request.from == .after(.at(11), mark: nil)
                if !isProbe { requests.append("message") }
                actions = script.handle(isProbe ? end : .notFetched(failure))
            } else {
                let pause = try #require(actions.pause)
                script.now += pause.duration
                actions = script.handle(.pauseEnded(pause.number))
            }
        }
        #expect(zip(requests, requests.dropFirst()).allSatisfy { $0 == "message" || $1 == "message" }, "\(requests)")
        #expect(requests.contains("gap"))
    }

    @Test func `after a probe with nothing behind, a smaller distance follows without a pause`() throws {
        var script = try script()
        var probe = try failUntilProbe(&script)
        for _ in 0..<6 {
            _ = try request(script.handle(.notFetched(failure)), &script)
            probe = try request(script.handle(.notFetched(failure)), &script)
        }
        #expect(probe.from == .after(.at(74), mark: nil))
        for distance: UInt64 in [48, 40, 36, 34, 33] {
            let next = script.handle(.notFetched(.cursorUnknown(sentence: "")))
            #expect(next.request?.from == .after(.at(10 + distance), mark: nil))
        }
        // No smaller distance is left.
        #expect(script.handle(.notFetched(.cursorUnknown(sentence: ""))).pause != nil)
    }

    @Test func `no gap is requested after a probe that shows a new instance, although a round has begun`() throws {
        var script = try script()
        for id: UInt64 in [2, 6] { script.gaps.add(Gap(after: .at(id), through: .at(id + 3))) }
        _ = try failUntilProbe(&script)
        let paused = script.handle(.fetched(script.page(nil, next: 11, high: 11), after: .zero))
        let number = try #require(paused.pause).number
        #expect(script.handle(.pauseEnded(number)).gapRequest?.from == .at(2))
        _ = script.handle(.notFetchedGap(.tooSlow))
        let other = script.page(nil, next: 11, high: 11, instance: .random())
        #expect(script.handle(.fetched(other, after: .zero)).request?.from == .at(10))
    }

    @Test func `a new message is found by the probe after a request for a gap`() throws {
        var script = try script()
        script.gaps.add(Gap(after: .at(2), through: .at(9)))
        _ = try failUntilProbe(&script)
        let paused = script.handle(.fetched(script.page(nil, next: 11, high: 11), after: .zero))
        let number = try #require(paused.pause).number
        #expect(script.handle(.pauseEnded(number)).gapRequest?.from == .at(2))
        let probe = try #require(script.handle(.notFetchedGap(.tooSlow)).request)
        #expect(probe.from == .after(.at(11), mark: nil))
        #expect(script.handle(.fetched(script.page(12...12, high: 12), after: .zero)).request?.from == .at(10))
        #expect(script.handle(.notFetched(failure)).request?.from == .after(.at(11), mark: nil))
    }

    @Test(arguments: [
        PullFailure.unreachable(.refused), .noAnswer(after: .seconds(10)), .refused(status: 500, nil),
        .noPage(reason: ""),
    ])
    func `no message of a peer that is down is ever skipped`(failure: PullFailure) throws {
        var script = try script()
        var actions = script.handle(.started)
        for _ in 0..<500 {
            let request = try request(actions, &script)
            if case .after(_, nil) = request.from { #expect(request.limit == 1 && request.waitSeconds == 0) }
            actions = script.handle(.notFetched(failure))
        }
        #expect(script.puller.pass.start == .at(10))
        #expect(script.puller.pass.unreadable.count == 0)
        #expect(script.notices == [.failing(failure)])
    }

    @Test func `a message is not skipped if the peer answers the request for it after a probe`() throws {
        var script = try script()
        _ = try failUntilProbe(&script)
        #expect(script.handle(.fetched(script.page(12...12, high: 20), after: .zero)).request?.from == .at(10))
        let page = script.handle(.fetched(script.page(11...11, high: 20), after: .zero)).page
        #expect(page?.part.isComplete == true)
        #expect(page?.unreadable == 0)
    }

    @Test(arguments: [true, false])
    func `a failing last message of the log is not skipped`(answersEmpty: Bool) throws {
        var script = try script()
        _ = try failUntilProbe(&script)
        for _ in 0..<20 {
            let none = script.page(nil, next: 11, high: 11)
            let actions = script.handle(
                answersEmpty ? .fetched(none, after: .zero) : .notFetched(.cursorUnknown(sentence: "")))
            let again = try request(actions, &script)
            #expect(again.from == .at(10))
            let probe = try request(script.handle(.notFetched(failure)), &script)
            #expect(probe.from == .after(.at(11), mark: nil))
        }
    }

    @Test func `each probe that fails doubles the distance, so that many failing messages in a row cost few requests`()
        throws
    {
        var script = try script()
        var probe = try failUntilProbe(&script)
        for distance in [1, 2, 4, 8, 16] as [UInt64] {
            #expect(probe.from == .after(.at(10 + distance), mark: nil))
            let again = try request(script.handle(.notFetched(failure)), &script)
            #expect(again.from == .at(10))
            probe = try request(script.handle(.notFetched(failure)), &script)
        }
        _ = script.handle(.fetched(script.page(43...43, high: 90), after: .zero))
        #expect(script.handle(.notFetched(failure)).request?.from == .after(.at(42), mark: nil))
    }

    /// Fails each request for the failing message, and answers each probe from a log that has messages from the id `first` up
    /// to the id `last`; the transfer of the message `first` fails.
    ///
    /// - Returns: the place at which the puller goes on, and the number of probes.
    private func place(first: UInt64, last: UInt64) throws -> (start: LogStart?, probes: Int) {
        var script = try script()
        var probe = try failUntilProbe(&script)
        for probes in 1...100 {
            guard case .after(let past, nil) = probe.from else { break }
            let event: Puller.Event =
                if past.rawValue > last {
                    .notFetched(.cursorUnknown(sentence: ""))
                } else if past.rawValue == last {
                    .fetched(script.page(nil, next: last, high: last), after: .zero)
                } else if past.rawValue < first {
                    .notFetched(failure)
                } else {
                    .fetched(script.page(past.rawValue + 1...past.rawValue + 1, high: last), after: .zero)
                }
            probe = try request(script.handle(event), &script)
            // After a probe with nothing behind, a smaller distance may follow at once.
            guard probe.from == .at(10) else { continue }
            let next = script.handle(.notFetched(failure))
            if next.pause == nil, let start = next.request?.from, case .fetching = script.puller.activity {
                return (start, probes)
            }
            probe = try request(next, &script)
        }
        return (nil, 100)
    }

    @Test(arguments: [(70_000, 70_040), (200_000, 200_010), (300, 301), (11, 12)])
    func `messages behind a failing one are found although ids jump and the log ends soon`(
        first: UInt64, last: UInt64
    ) throws {
        let (start, probes) = try place(first: first, last: last)
        let past = try #require(start?.past)
        #expect((first..<last).contains(past))
        #expect(probes <= 62)
    }

    @Test func `a new message behind a failing last message is found at once`() throws {
        var script = try script()
        var probe = try failUntilProbe(&script)
        // The failing message has the id 1000 and is the last one.
        for _ in 0..<40 {
            guard case .after(let past, nil) = probe.from else { break }
            let isBehind = past.rawValue >= 1000
            let event = Puller.Event.notFetched(isBehind ? .cursorUnknown(sentence: "") : failure)
            probe = try request(script.handle(event), &script)
            if probe.from == .at(10) { probe = try request(script.handle(.notFetched(failure)), &script) }
        }
        #expect(probe.from == .after(.at(1000), mark: nil))
        _ = script.handle(.fetched(script.page(1001...1001, high: 1001), after: .zero))
        #expect(script.handle(.notFetched(failure)).request?.from == .after(.at(1000), mark: nil))
    }

    @Test func `no gap is requested before a fallback has shown which log the peer has`() throws {
        var script = try script()
        script.gaps.add(Gap(after: .at(2), through: .at(9)))
        _ = script.handle(.started)
        var sent = try #require(script.handle(.notFetched(.cursorUnknown(sentence: ""))).request)
        for _ in 0..<10 where sent.from != .after(.at(1), mark: nil) {
            sent = try request(script.handle(.notFetched(failure)), &script)
        }
        let paused = script.handle(.fetched(script.page(nil, next: 1, high: 1), after: .zero))
        let next = script.handle(.pauseEnded(try #require(paused.pause).number))
        #expect(next.gapRequest == nil)
        #expect(next.request?.from == .newestCommon(script.puller.cursor))
    }

    @Test(arguments: [[0], [0, 1, 3]] as [[UInt64]])
    func
        `if the answer to a fallback always fails, the puller reads from the start of the log, also if messages there fail`(
            probes: [UInt64]
        ) throws
    {
        var script = try script()
        _ = script.handle(.started)
        let cursor = script.puller.cursor
        var sent = try #require(script.handle(.notFetched(.cursorUnknown(sentence: ""))).request)
        for _ in 0..<8 {
            #expect(sent.from == .newestCommon(cursor))
            sent = try request(script.handle(.notFetched(failure)), &script)
        }
        for past in probes {
            #expect(sent.from == .after(.at(past), mark: nil))
            guard past < probes.last! else { break }
            _ = try request(script.handle(.notFetched(failure)), &script)
            sent = try request(script.handle(.notFetched(failure)), &script)
        }
        let id = probes.last! + 1
        _ = script.handle(.fetched(script.page(id...id, high: 90), after: .zero))
        #expect(script.handle(.notFetched(failure)).request?.from == .beginning)
    }
}

extension LogStart {
    fileprivate var past: UInt64? {
        if case .after(let past, _) = self { past.rawValue } else { nil }
    }
}
