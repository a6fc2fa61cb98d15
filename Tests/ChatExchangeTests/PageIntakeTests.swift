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
    private func page(_ texts: [String], of group: GroupID? = nil) async throws -> [UInt8] {
        var page: [UInt8] = []
        try await withStore(group: group) { store in
            for text in texts { try await store.post(text) }
            page = node.page(of: try store.read(LogQuery(log: .beginning, limit: 100)), .log)
        }
        return page
    }

    @Test func `the messages of a page are stored, and its cursor is kept`() async throws {
        let bytes = try await page(["one", "two"])
        try await withStore { store in
            let intake = PageIntake(store)
            let page = try await intake.read(bytes)
            let cursor = Cursor.start.advanced(to: page.head.next, after: .zero)
            let applied = try await intake.apply(page.entries, cursor: cursor, from: peer)
            #expect(applied.stored == 2)
            #expect(try store.wholeLog().texts == ["one", "two"])
            #expect(try store.storedPeer(peer).cursor == cursor)
        }
    }

    @Test func `a page without a cursor leaves the peer's cursor where it was`() async throws {
        let bytes = try await page(["one", "two"])
        try await withStore { store in
            let intake = PageIntake(store)
            let page = try await intake.read(bytes)
            let cursor = Cursor.start.advanced(to: page.head.next, after: .zero)
            _ = try await intake.apply([], cursor: cursor, from: peer)
            let applied = try await intake.apply(page.entries, from: peer)
            #expect(applied.stored == 2)
            #expect(try store.storedPeer(peer).cursor == cursor)
        }
    }

    @Test func `a message with a wrong signature is quarantined, and the others are stored`() async throws {
        let text = String(decoding: try await page(["one", "two"]), as: UTF8.self)
        let forged = text.replacing("<text>two</text>", with: "<text>other</text>")
        try await withStore { store in
            let intake = PageIntake(store)
            let page = try await intake.read(Array(forged.utf8))
            let applied = try await intake.apply(page.entries, from: peer)
            #expect(applied.stored == 1)
            #expect(applied.quarantined == 1)
            #expect(try store.wholeLog().texts == ["one"])
            #expect(try store.quarantine(of: peer, limit: 10).map(\.reason) == [.badSignature])
        }
    }

    @Test func `a forged message of a complete page is a gap of its own, and an incomplete page is one gap`()
        async throws
    {
        let text = String(decoding: try await page(["one", "two", "three"]), as: UTF8.self)
        try await withStore { store in
            let intake = PageIntake(store)
            let page = try await intake.read(Array(text.utf8))
            guard case .message(let id, let message) = page.entries[1] else { return }
            let forged = Message(
                origin: message.origin, group: message.group, stamp: message.stamp, nonce: message.nonce,
                fields: message.fields, signature: try Sample.message(text: "another").signature)
            let entries = [page.entries[0], .message(id, forged), page.entries[2]]
            let digests = [page.entries[0], .message(id, forged)].compactMap(\.digest)
            let before = LogPosition(id: page.entries[0].id, mark: Mark.zero.appending(digests[0]))
            let cursor = Cursor.start.advanced(to: page.head.next, after: .zero)
            for (completeAfter, gap) in [
                (LogPosition.start, Gap(after: before, through: id)),
                (nil, Gap(after: .start, through: page.head.next.id)),
            ] as [(LogPosition?, Gap)] {
                let part = PagePart(after: .start, through: page.head.next, completeAfter: completeAfter)
                let applied = try await intake.apply(entries, part: part, cursor: cursor, from: peer)
                #expect(applied.quarantined == 1)
                #expect(try store.gaps(of: peer).notStored == [gap])
            }
        }
    }

    @Test func `a message of a later form is noted, and neither stored nor quarantined nor skipped`() async throws {
        let digest = try Digest(bytes: [UInt8](repeating: 7, count: 32))
        let text = String(decoding: try await page(["one", "two"]), as: UTF8.self)
        let marked = text.replacing("<message id=\"2\"", with: "<message id=\"2\" form=\"3\" digest=\"\(digest)\"")
        try await withStore { store in
            let intake = PageIntake(store)
            let page = try await intake.read(Array(marked.utf8))
            let cursor = Cursor.start.advanced(to: page.head.next, after: .zero)
            let part = PagePart(after: .start, through: page.head.next, completeAfter: .start)
            let applied = try await intake.apply(page.entries, part: part, cursor: cursor, from: peer)
            #expect(applied.firstLaterForm == LaterFormMessage(id: LogID(rawValue: 2)!, form: 3))
            #expect(applied.stored == 1 && applied.quarantined == 0 && applied.skipped == 0)
            let stored = try store.storedPeer(peer)
            #expect(stored.laterFormID?.rawValue == 2)
            let gaps = try store.gaps(of: peer)
            #expect(gaps.notStored == [])
            // The position before the message follows from the digest of the message before it.
            guard case .message(_, let one) = page.entries[0] else { return }
            let before = LogPosition(id: page.entries[0].id, mark: Mark.zero.appending(one.digest))
            #expect(gaps.laterForms.map(\.before) == [before])
            #expect(stored.cursor == cursor)
        }
    }

    @Test func `the digest of a message of a later form continues the mark of a page`() async throws {
        let text = String(decoding: try await page(["one", "two"]), as: UTF8.self)
        try await withStore { store in
            let intake = PageIntake(store)
            let page = try await intake.read(Array(text.utf8))
            guard case .message(let id, let message) = page.entries[1] else { return }
            let start = LogStart.beginning
            for (digest, isComplete) in [
                (message.digest, true), (try Digest(bytes: [UInt8](repeating: 7, count: 32)), false),
            ] {
                let other = LogPage(head: page.head, entries: [page.entries[0], .laterForm(id, form: 2, digest)])
                #expect(other.place(for: start)?.isComplete == isComplete)
            }
        }
    }

    @Test func `a page whose mark fits but whose end is not its last entry is not complete`() async throws {
        let bytes = try await page(["one", "two"])
        try await withStore { store in
            let page = try await PageIntake(store).read(bytes)
            let end = page.head.next
            #expect(page.place(for: .beginning)?.isComplete == true)
            var head = page.head
            head.next = LogPosition(id: end.id.advanced(by: 1), mark: end.mark)
            head.high = head.next.id
            #expect(LogPage(head: head, entries: page.entries).place(for: .beginning)?.isComplete == false)
            // The same message can have another id after the peer was restored. Its old position must not hide it.
            let cursor = try #require(Cursor(restoring: [end]))
            let empty = LogPage(head: head, entries: [])
            for start in [LogStart.after(end), .newestCommon(cursor)] {
                #expect(empty.place(for: start)?.isComplete == false)
            }
            #expect(LogPage(head: page.head, entries: []).place(for: .after(end))?.isComplete == true)
        }
    }

    @Test func `a gone entry is a gap until its message is stored`() async throws {
        let bytes = try await page(["one"])
        for isOnePage in [false, true] {
            try await withStore { store in
                let intake = PageIntake(store)
                let read = try await intake.read(bytes)
                guard case .message(let id, let message) = read.entries[0] else { return }
                let first = LogPosition(id: id, mark: Mark.zero.appending(message.digest))
                let second = LogPosition(id: id.advanced(by: 1), mark: first.mark.appending(message.digest))
                let entries = [LogPage.Entry.gone(first.id, message.digest), .message(second.id, message)]
                func apply(
                    _ entries: [LogPage.Entry], _ before: LogPosition, _ end: LogPosition, isGap: Bool = false
                ) async throws -> [Gap] {
                    let cursor = Cursor.start.advanced(to: end, after: .zero)
                    let part = PagePart(after: before, through: end, completeAfter: before)
                    _ = try await intake.apply(entries, part: part, cursor: isGap ? nil : cursor, from: peer)
                    return try store.gaps(of: peer).notStored
                }
                if isOnePage {
                    #expect(try await apply(entries, .start, second).isEmpty)
                    return
                }
                let gap = Gap(after: .start, through: first.id)
                #expect(try await apply([entries[0]], .start, first) == [gap])
                #expect(try await apply([entries[1]], first, second) == [gap])
                #expect(try await apply([entries[0]], .start, first, isGap: true).isEmpty)
            }
        }
    }

    @Test func `a page of messages by digest brings missing values and moves no cursor`() async throws {
        let bytes = try await page(["one", "two"])
        try await withStore { store in
            let intake = PageIntake(store)
            let page = try await intake.read(bytes)
            let erased = page.entries.map { entry in
                if case .message(let id, let message) = entry {
                    LogPage.Entry.message(id, message.withoutErasableValues)
                } else {
                    entry
                }
            }
            let cursor = Cursor.start.advanced(to: page.head.next, after: .zero)
            _ = try await intake.apply(erased, cursor: cursor, from: peer)
            let missing = try store.wanted()
            #expect(missing.count == 2)
            var answer: [UInt8] = []
            try await withStore { source in
                _ = try await PageIntake(source).apply(page.entries, from: peer)
                answer = node.page(
                    of: try source.read(LogQuery(room: nil, range: .digests(Array(missing.suffix(1))), limit: 64)), .log
                )
            }
            let applied = try await intake.apply(intake.read(answer).entries, from: peer)
            #expect(applied.stored == 1)
            #expect(try store.wanted() == Array(missing.prefix(1)))
            #expect(try store.storedPeer(peer).cursor == cursor)
        }
    }

    @Test func `the error of a page that breaks off has the page's head`() async throws {
        let bytes = try await page(["one", "two"])
        try await withStore { store in
            let intake = PageIntake(store)
            let head = try await intake.read(bytes).head
            let error = await #expect(throws: PullFailure.self) { try await intake.read(Array(bytes.dropLast(20))) }
            #expect(error?.head == head)
        }
    }

    @Test func `bytes that are no page have no head`() async throws {
        try await withStore { store in
            let error = await #expect(throws: PullFailure.self) {
                try await PageIntake(store).read(Array("<html/>".utf8))
            }
            #expect(error != nil && error?.head == nil)
        }
    }

    // MARK: Groups

    @Test func `a node takes messages of its own group and of none from any page`() async throws {
        // A page of no group may have messages of any group.
        let ours = String(decoding: try await page(["ours"], of: Sample.group), as: UTF8.self)
        let none = String(decoding: try await page(["of none"]), as: UTF8.self)
        for (bytes, expected) in [(ours, ["ours"]), (none, ["of none"])] {
            try await withStore(group: Sample.group) { store in
                let intake = PageIntake(store)
                let applied = try await intake.apply(intake.read(Array(bytes.utf8)).entries, from: peer)
                #expect(applied.stored == 1 && applied.foreign == 0)
                #expect(try store.wholeLog().texts == expected)
            }
        }
    }

    @Test(arguments: [GroupID?.none, Sample.otherGroup])
    func `a message of another group is counted with its signature unverified, and its digest continues the mark`(
        own: GroupID?
    ) async throws {
        let ours = String(decoding: try await page(["theirs"], of: Sample.group), as: UTF8.self)
        // The page itself claims no group, and the signature is that of another text.
        let page = ours.replacing(" group=\"\(Sample.group)\"", with: "")
            .replacing(" stamp=", with: " group=\"\(Sample.group)\" stamp=")
        for (page, isComplete) in [(page, true), (page.replacing("theirs", with: "other"), false)] {
            try await withStore(group: own) { store in
                let intake = PageIntake(store)
                let read = try await intake.read(Array(page.utf8))
                #expect(read.place(for: .beginning)?.isComplete == isComplete)
                let cursor = Cursor.start.advanced(to: read.head.next, after: .zero)
                let part = PagePart(after: .start, through: read.head.next, completeAfter: .start)
                let applied = try await intake.apply(read.entries, part: part, cursor: cursor, from: peer)
                #expect(applied.foreign == 1)
                #expect(applied.stored + applied.quarantined + applied.skipped == 0)
                let storedPeer = try store.storedPeer(peer)
                #expect(storedPeer.foreign == 1)
                #expect(try store.gaps(of: peer).isEmpty)
                #expect(storedPeer.cursor == cursor)
            }
        }
    }

    @Test func `a page that was judged before the node took its group is judged again`() async throws {
        try await withStore { store in
            let intake = PageIntake(store)
            let message = try VerifiedMessage(
                Fields(text: "ours"), of: Sample.group, at: Sample.stamp, signing: Sample.key)
            let judged = try await intake.judged([.message(Sample.id(1), message.message)])
            #expect(try await store.takeGroup(Sample.group) == Sample.group)
            let applied = try await intake.apply(judged, from: peer)
            #expect(applied.stored == 1 && applied.foreign == 0)
        }
    }

    @Test func `a message of two pages is stored once, if both were judged before one was stored`() async throws {
        let bytes = try await page(["one"])
        try await withStore { store in
            let intake = PageIntake(store)
            let entries = try await intake.read(bytes).entries
            let pages = [try await intake.judged(entries), try await intake.judged(entries)]
            #expect(try await intake.apply(pages[0], from: peer).stored == 1)
            let again = try await intake.apply(pages[1], from: peer)
            #expect(again.stored == 0 && again.known == 1)
            #expect(try store.wholeLog().texts == ["one"])
        }
    }

    @Test(arguments: [GroupID?.none, Sample.otherGroup])
    func `a page whose head names another group is refused with both groups`(own: GroupID?) async throws {
        let page = try await page(["theirs"], of: Sample.group)
        try await withStore(group: own) { store in
            await #expect(throws: PullFailure.foreignGroup(Sample.group, own: own ?? .none)) {
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
