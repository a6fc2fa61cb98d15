import ChatModel
import ChatStore
import ChatXML
import TestSupport
import Testing

@testable import ChatExchange

@Suite(.timeLimit(.minutes(10))) struct PageIntakeTests {
    private let peer = PeerID("http://peer:8080")!  // Neither empty nor too long.
    private let node = NodeIdentity(
        // "peer" is a valid value.
        key: SigningKey().publicKey, nodeName: try! FieldValue("peer"), instance: .random())

    /// The bytes of the page with which a peer that has posted `texts` answers a request from the beginning.
    private func page(
        _ texts: [String], of founder: SigningKey? = nil, before laterFounder: SigningKey? = nil
    ) async throws -> [UInt8] {
        var page: [UInt8] = []
        try await withStore(founder: founder) { store in
            for text in texts { try await store.post(text) }
            if let laterFounder { try await store.enterGroup(of: laterFounder) }
            page = node.page(of: try store.read(LogQuery(log: .beginning, limit: 100)), .log)
        }
        return page
    }

    /// Judges entries, stores what they bring, and moves the peer's settled position to `end`.
    private func apply(
        _ entries: [LogPage.Entry], to store: ChatStore, settlingAt end: LogPosition? = nil
    ) async throws -> Applied {
        let judged = try await PageIntake(store).judged(entries, from: nil)
        return try await store.apply(JudgedPage(verdicts: judged.verdicts, settling: end.map(Settling.to)), from: peer)
    }

    @Test func `the messages of a page are stored, and its end is kept`() async throws {
        let bytes = try await page(["one", "two"])
        try await withStore { store in
            let page = try await PageIntake(store).read(bytes)
            let applied = try await apply(page.entries, to: store, settlingAt: page.head.next)
            #expect(applied.stored == 2)
            #expect(try store.wholeLog().texts == ["one", "two"])
            #expect(try store.storedPeer(peer).cursors.settled == page.head.next)
        }
    }

    @Test func `a message with a wrong signature is refused by its digest, and the others are stored`() async throws {
        let text = String(decoding: try await page(["one", "two", "three"]), as: UTF8.self)
        let forged = text.replacing("<text>two</text>", with: "<text>other</text>")
        try await withStore { store in
            let page = try await PageIntake(store).read(Array(forged.utf8))
            let judged = try await PageIntake(store).judged(page.entries, from: nil)
            guard case .refused(let id, let refusal, let digest) = judged.verdicts[1] else {
                Issue.record("\(judged.verdicts[1])")
                return
            }
            #expect(id == Sample.id(2) && refusal.code == .badSignature && digest == page.entries[1].digest)
            let applied = try await apply(page.entries, to: store)
            #expect((applied.stored, applied.refused) == (2, 1))
            #expect(try store.wholeLog().texts == ["one", "three"])
        }
    }

    @Test func `a message that breaks a rule has no digest, so it is not refused`() async throws {
        let text = String(decoding: try await page(["one"]), as: UTF8.self)
        let malformed = text.replacing("<text>one</text>", with: "<text>o<b/>ne</text>")
        try await withStore { store in
            let page = try await PageIntake(store).read(Array(malformed.utf8))
            guard
                case .unusable(Sample.id(1), let reason) = try await PageIntake(store).judged(page.entries, from: nil)
                    .verdicts[0]
            else {
                Issue.record("The message is not unusable.")
                return
            }
            #expect(reason.code == .badMarkup)
            #expect(page.positions(from: .start) == nil)
        }
    }

    @Test func `a message of a later form is reported, and neither stored nor refused`() async throws {
        let digest = try Digest(bytes: [UInt8](repeating: 7, count: 32))
        let text = String(decoding: try await page(["one", "two"]), as: UTF8.self)
        let marked = text.replacing("<message id=\"2\"", with: "<message id=\"2\" form=\"3\" digest=\"\(digest)\"")
        try await withStore { store in
            let page = try await PageIntake(store).read(Array(marked.utf8))
            let applied = try await apply(page.entries, to: store, settlingAt: page.head.next)
            #expect(applied.firstLaterForm == LaterFormMessage(id: LogID(rawValue: 2)!, form: 3))
            #expect(applied.stored == 1 && applied.refused == 0)
            #expect(try store.storedPeer(peer).laterFormID?.rawValue == 2)
        }
    }

    // MARK: Messages without a body

    /// The bytes of the page that lists the messages of a peer's log.
    private func list(of store: ChatStore) throws -> [UInt8] {
        node.page(of: try store.read(LogQuery(log: .beginning, limit: 100, bodies: .none)), .log)
    }

    /// The verdicts on the entries of a page, each in one word.
    private func verdicts(_ entries: [LogPage.Entry], in store: ChatStore) async throws -> [String] {
        try await PageIntake(store).judged(entries, from: nil).verdicts.map { verdict in
            switch verdict {
            case .good: "good"
            case .known: "known"
            case .wanted: "wanted"
            case .waiting: "waiting"
            case .foreign: "foreign"
            case .stranger: "stranger"
            case .laterForm: "later"
            case .refused: "refused"
            case .unusable: "unusable"
            }
        }
    }

    @Test func `listed, gone and damaged messages are wanted until they are stored`() async throws {
        let bytes = try await page(["one", "two", "three"])
        try await withStore { store in
            let page = try await PageIntake(store).read(bytes)
            let digests = page.entries.compactMap(\.digest)
            let entries: [LogPage.Entry] = [
                .listed(
                    Sample.id(1), ListedMessage(digest: digests[0], origin: Sample.key.publicKey, group: .none)),
                .gone(Sample.id(2), digests[1]), .damaged(Sample.id(3), digests[2]),
            ]
            #expect(try await verdicts(entries, in: store) == ["wanted", "wanted", "wanted"])
            _ = try await apply(Array(page.entries[..<2]), to: store)
            #expect(try await verdicts(entries, in: store) == ["known", "known", "wanted"])
            _ = try await apply(page.entries, to: store)
            #expect(try await verdicts(entries, in: store) == ["known", "known", "known"])
        }
    }

    @Test func `a listed message is wanted if the peer has its values and this node lacks them`() async throws {
        let bytes = try await page(["one"])
        try await withStore { store in
            let page = try await PageIntake(store).read(bytes)
            guard case .message(let id, let message) = page.entries[0] else { return }
            _ = try await apply([.message(id, message.withoutErasableValues)], to: store)
            for (lacksValues, verdict) in [(false, "wanted"), (true, "known")] {
                let listed = ListedMessage(
                    digest: message.digest, origin: message.origin, group: .none, lacksValues: lacksValues)
                #expect(try await verdicts([.listed(id, listed)], in: store) == [verdict])
            }
            // A gone or damaged entry promises no values.
            #expect(
                try await verdicts(
                    [.gone(id, message.digest), .damaged(id.advanced(by: 1), message.digest)], in: store)
                    == ["known", "known"])
            // Also if the message follows in the same page, under the id that it got with its values.
            let listed = ListedMessage(digest: message.digest, origin: message.origin, group: .none)
            #expect(
                try await verdicts([.gone(id, message.digest), .listed(id.advanced(by: 1), listed)], in: store)
                    == ["known", "wanted"])
            _ = try await store.erase(message.digest)
            #expect(try await verdicts([.listed(id, listed)], in: store) == ["known"])
        }
    }

    @Test(arguments: [
        (nil, [GroupID.none: "wanted", Sample.group: "foreign", Sample.otherGroup: "foreign"]),
        (Sample.founder, [GroupID.none: "wanted", Sample.group: "wanted", Sample.otherGroup: "foreign"]),
    ])
    func `a listed message of another group is passed`(own: SigningKey?, expected: [GroupID: String]) async throws {
        try await withStore(founder: own) { store in
            for (group, verdict) in expected {
                let listed = ListedMessage(
                    digest: try Sample.message().digest, origin: Sample.founder.publicKey, group: group)
                #expect(try await verdicts([.listed(Sample.id(1), listed)], in: store) == [verdict])
            }
        }
    }

    @Test func `a list that a node serves proves the log, and has no messages to store`() async throws {
        var served: [UInt8] = []
        var end = LogPosition.start
        try await withStore(founder: Sample.founder) { source in
            for text in ["one", "two", "three"] { try await source.post(text) }
            _ = try await source.erase(try source.wholeLog().digests[2])
            served = try list(of: source)
            end = try source.wholeLog().next
        }
        try await withStore(founder: Sample.founder) { store in
            let page = try await PageIntake(store).read(served)
            #expect(page.positions(from: .start)?.last == end)
            // The first one is the admission of the source.
            #expect(page.entries.map(\.hasValues) == [true, true, false, true])
            let applied = try await apply(page.entries, to: store)
            #expect(applied.stored + applied.known + applied.refused == 0)
            #expect(try store.wholeLog().texts.isEmpty)
        }
    }

    @Test func `an answer to a request by digests brings missing values, and says how many digests were looked up`()
        async throws
    {
        let bytes = try await page(["one", "two"])
        try await withStore { store in
            let page = try await PageIntake(store).read(bytes)
            let erased = page.entries.map { entry in
                if case .message(let id, let message) = entry {
                    LogPage.Entry.message(id, message.withoutErasableValues)
                } else {
                    entry
                }
            }
            _ = try await apply(erased, to: store, settlingAt: page.head.next)
            let missing = try store.wanted()
            #expect(missing.count == 2)
            var answer: [UInt8] = []
            try await withStore { source in
                _ = try await apply(page.entries, to: source)
                answer = node.page(of: try source.read(LogQuery(messages: Array(missing.suffix(1)))), .log)
            }
            let read = try await PageIntake(store).read(answer)
            #expect(read.head.done == 1)
            #expect(try await apply(read.entries, to: store).stored == 1)
            #expect(try store.wanted() == Array(missing.prefix(1)))
            #expect(try store.storedPeer(peer).cursors.settled == page.head.next)
        }
    }

    // MARK: Pages that cannot be read

    @Test func `a page that breaks off is unreadable`() async throws {
        let bytes = try await page(["one", "two"])
        try await withStore { store in
            let error = await #expect(throws: PullFailure.self) {
                try await PageIntake(store).read(Array(bytes.dropLast(20)))
            }
            #expect(error?.code == "unreadable")
        }
    }

    @Test func `bytes that are no page are another failure`() async throws {
        try await withStore { store in
            let error = await #expect(throws: PullFailure.self) {
                try await PageIntake(store).read(Array("<html/>".utf8))
            }
            #expect(error?.code == "no-page")
        }
    }

    // MARK: Groups

    @Test func `a node accepts messages of its own group, and of none by its members`() async throws {
        let ours = try await page(["ours"], of: Sample.founder)
        let none = try await page(["of none"], before: Sample.founder)
        for (bytes, expected) in [(ours, ["ours"]), (none, ["of none"])] {
            try await withStore(founder: Sample.founder) { store in
                let applied = try await apply(try await PageIntake(store).read(bytes).entries, to: store)
                // Also the admission of their author.
                #expect(applied.stored == 2 && applied.foreign == 0)
                #expect(try store.wholeLog().texts == expected)
            }
        }
    }

    @Test(arguments: [nil, Sample.otherKey])
    func `a message of another group is counted with its signature unverified, and its digest continues the mark`(
        own: SigningKey?
    ) async throws {
        let ours = String(decoding: try await page(["theirs"], of: Sample.founder), as: UTF8.self)
        // The page itself claims no group, and the signature is that of another text.
        let page = ours.replacing(" group=\"\(Sample.group)\"", with: "")
            .replacing(" stamp=", with: " group=\"\(Sample.group)\" stamp=")
        for (page, isProven) in [(page, true), (page.replacing("theirs", with: "other"), false)] {
            try await withStore(founder: own) { store in
                let read = try await PageIntake(store).read(Array(page.utf8))
                #expect((read.positions(from: .start) != nil) == isProven)
                let applied = try await apply(read.entries, to: store, settlingAt: read.head.next)
                // The text, and the admission of its node.
                #expect(applied.foreign == 2)
                #expect(applied.stored + applied.refused == 0)
                let storedPeer = try store.storedPeer(peer)
                #expect(storedPeer.foreign == 2)
                #expect(storedPeer.cursors.settled == read.head.next)
            }
        }
    }

    @Test func `a page that was judged before the node entered its group is read again`() async throws {
        try await withStore { store in
            let intake = PageIntake(store)
            let message = try VerifiedMessage(
                Fields(text: "ours"), of: Sample.group, at: Sample.stamp, signing: Sample.founder)
            let entries = [LogPage.Entry.message(Sample.id(1), message.message)]
            let judged = try await intake.judged(entries, from: nil)
            try await store.enterGroup()
            let rewinds = try store.rewinds(of: peer)
            var page = JudgedPage(verdicts: judged.verdicts, settling: .to(try Sample.position(1)))
            page.rules = judged.rules
            #expect(try await store.apply(page, from: peer).cursors.settled == .start)
            #expect(try store.rewinds(of: peer) == rewinds + 1)
            let again = try await intake.judged(entries, from: nil)
            #expect(try await store.apply(JudgedPage(verdicts: again.verdicts), from: peer).stored == 1)
        }
    }

    @Test(arguments: [Sample.group, .none])
    func `messages of a stranger are passed, and read again when a member admits it`(group: GroupID) async throws {
        try await withStore(founder: Sample.founder) { store in
            let stranger = SigningKey()
            let text = try VerifiedMessage(
                Fields(text: "later"), of: group, at: Sample.stamp, signing: stranger)
            let entries = [LogPage.Entry.message(Sample.id(4), text.message)]
            let start = try Sample.position(3)
            _ = try await store.apply(JudgedPage(settling: .to(start)), from: peer)
            let applied = try await apply(entries, to: store)
            #expect(applied.stored == 0 && applied.foreign == 1)
            let settling = Settling.forward(after: start, wants: [], end: try Sample.position(9), passing: [])
            _ = try await store.apply(JudgedPage(settling: settling), from: peer)
            let rewinds = try store.rewinds(of: peer)

            // From another peer, and from the same one.
            let admission = try VerifiedMessage.admission(of: stranger.publicKey)
            let other = PeerID("http://other:8080")!  // Neither empty nor too long.
            _ = try await store.apply(JudgedPage(verdicts: [.good(admission)]), from: other)
            #expect(try store.storedPeer(peer).cursors.settled == start)
            #expect(try store.rewinds(of: peer) == rewinds + 1)
            #expect(try await apply(entries, to: store).stored == 1)
        }
    }

    /// A gone entry names it without its origin.
    @Test func `a wanted message of a stranger is passed, and read again from the earliest one`() async throws {
        try await withStore(founder: Sample.founder) { store in
            let stranger = SigningKey()
            let positions = try (0...2).map { try Sample.position(UInt64($0)) }
            func pass(_ number: Int, after start: LogPosition) async throws -> LogPosition {
                let text = try VerifiedMessage(
                    Fields(text: "\(number)"), of: .none, at: Sample.stamp, signing: stranger)
                let entries = [LogPage.Entry.message(Sample.id(9), text.message)]
                let want = UnsettledMessage(after: start, text.message.digest, needsValues: false)
                var page = JudgedPage(
                    verdicts: try await PageIntake(store).judged(entries, from: nil).verdicts,
                    settling: .forward(after: start, wants: [want], end: positions[number], passing: []))
                page.rules = try store.intakeRules()
                return try await store.apply(page, from: peer).cursors.settled
            }
            #expect(try await pass(2, after: try await pass(1, after: positions[0])) == positions[2])
            let back = JudgedPage(settling: .back(to: positions[0], isOtherLog: false))
            #expect(try await store.apply(back, from: peer).cursors.settled == positions[0])
            #expect(try await pass(2, after: positions[0]) == positions[2])
            _ = try await store.apply(
                JudgedPage(verdicts: [.good(try .admission(of: stranger.publicKey))]), from: peer)
            #expect(try store.storedPeer(peer).cursors.settled == positions[0])
        }
    }

    @Test func `an admission on a page counts for the messages of the page`() async throws {
        try await withStore(founder: Sample.founder) { store in
            let joining = SigningKey()
            let text = try VerifiedMessage(Fields(text: "hello"), of: Sample.group, at: Sample.stamp, signing: joining)
            let admission = try VerifiedMessage.admission(of: joining.publicKey)
            let entries = [text, admission].enumerated().map { number, message in
                LogPage.Entry.message(Sample.id(UInt64(number) + 1), message.message)
            }
            #expect(try await apply(entries, to: store).stored == 2)
        }
    }

    @Test func `a message of two pages is stored once, if both were judged before one was stored`() async throws {
        let bytes = try await page(["one"])
        try await withStore { store in
            let intake = PageIntake(store)
            let entries = try await intake.read(bytes).entries
            let pages = [try await intake.judged(entries, from: nil), try await intake.judged(entries, from: nil)]
            #expect(try await store.apply(JudgedPage(verdicts: pages[0].verdicts), from: peer).stored == 1)
            let again = try await store.apply(JudgedPage(verdicts: pages[1].verdicts), from: peer)
            #expect(again.stored == 0 && again.known == 1)
            #expect(try store.wholeLog().texts == ["one"])
        }
    }

    @Test(arguments: [nil, Sample.otherKey])
    func `a page whose head names another group is refused with both groups`(own: SigningKey?) async throws {
        let page = try await page(["theirs"], of: Sample.founder)
        try await withStore(founder: own) { store in
            let group = try store.group()
            await #expect(throws: PullFailure.foreignGroup(Sample.group, own: group)) {
                try await PageIntake(store).read(page)
            }
        }
    }

    @Test func `a page cannot be read when the store is closed`() async throws {
        let folder = try TemporaryFolder()
        let store = try ChatStore(StoreOptions(folder: folder.path))
        await store.close()
        let page = try await page(["one"])
        await #expect(throws: PullFailure.storeNotRead(.closed)) { try await PageIntake(store).read(page) }
    }
}
