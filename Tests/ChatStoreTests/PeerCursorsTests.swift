import ChatModel
import ChatStore
import TestSupport
import Testing

struct PeerCursorsTests {
    /// Returns a position of a log. All logs are the same up to id 50.
    private func position(_ log: UInt8, _ id: UInt64) throws -> LogPosition {
        LogPosition(
            id: Sample.id(id), mark: try Mark(bytes: [UInt8](repeating: id > 50 ? log : 0, count: Mark.byteCount)))
    }

    private func cursor(_ log: UInt8, _ ids: [UInt64]) throws -> Cursor {
        try #require(Cursor(restoring: ids.map { try position(log, $0) }))
    }

    private func other(_ log: UInt8, _ ids: [UInt64], shared: UInt64) throws -> PeerCursors.Other {
        PeerCursors.Other(cursor: try cursor(log, ids), shared: Sample.id(shared))
    }

    private func gap(_ log: UInt8, after id: UInt64, through last: UInt64) throws -> Gap {
        Gap(after: try position(log, id), through: Sample.id(last))
    }

    private func cursors(
        _ log: UInt8, _ ids: [UInt64], others: [PeerCursors.Other] = []
    ) throws -> PeerCursors {
        try #require(PeerCursors(current: try cursor(log, ids), others: others))
    }

    /// A page of a log moves the cursors.
    private func read(
        _ log: UInt8, after id: UInt64, leadingTo ids: [UInt64], leaving left: [Gap] = [], passing: [UInt64] = [],
        _ cursors: inout PeerCursors, _ gaps: inout Gaps
    ) throws {
        var part = JudgedPage.Part(after: id == 0 ? .start : try position(log, id), through: nil, gaps: left)
        part.positions = try passing.map { try position(log, $0) }
        part.change(&gaps, &cursors, to: try cursor(log, ids), knowing: 1)
    }

    @Test func `logs that are read by turns each keep their cursor`() throws {
        var (cursors, gaps) = (try cursors(1, [90, 40]), Gaps())
        try read(2, after: 40, leadingTo: [80, 40], &cursors, &gaps)
        #expect(cursors == (try self.cursors(2, [80, 40], others: [other(1, [90, 40], shared: 40)])))
        try read(1, after: 90, leadingTo: [95, 90, 40], &cursors, &gaps)
        #expect(cursors == (try self.cursors(1, [95, 90, 40], others: [other(2, [80, 40], shared: 40)])))
        try read(1, after: 95, leadingTo: [97, 95, 40], &cursors, &gaps)
        try read(2, after: 80, leadingTo: [81, 80, 40], &cursors, &gaps)
        #expect(cursors == (try self.cursors(2, [81, 80, 40], others: [other(1, [97, 95, 40], shared: 40)])))
        #expect(gaps.isEmpty)
    }

    @Test func `a log that is read again at an older position keeps the newer positions, too`() throws {
        var (cursors, gaps) = (try cursors(2, [80, 40], others: [other(1, [90, 60, 40], shared: 40)]), Gaps())
        try read(1, after: 60, leadingTo: [70, 60, 40], &cursors, &gaps)
        #expect(
            cursors
                == (try self.cursors(
                    1, [70, 60, 40], others: [other(2, [80, 40], shared: 40), other(1, [90, 60, 40], shared: 60)])))
    }

    @Test func `the last three other cursors are kept`() throws {
        var (cursors, gaps) = (try cursors(0, [40]), Gaps())
        for log in 1...6 as ClosedRange<UInt8> { try read(log, after: 40, leadingTo: [90, 40], &cursors, &gaps) }
        #expect(
            cursors == (try self.cursors(6, [90, 40], others: [5, 4, 3].map { try other($0, [90, 40], shared: 40) })))
        let tooMany = try (1...4).map { try other($0, [90, 40], shared: 40) }
        #expect(PeerCursors(current: try cursor(6, [90]), others: tooMany) == nil)
    }

    @Test(arguments: [([], [100, 90]), ([85, 90, 99], [100, 40])] as [([UInt64], [UInt64])])
    func `a cursor is dropped when another one continues its log`(passing: [UInt64], ids: [UInt64]) throws {
        var (cursors, gaps) = (try cursors(1, [90, 40]), Gaps())
        try read(1, after: 40, leadingTo: ids, passing: passing, &cursors, &gaps)
        #expect(cursors == (try self.cursors(1, ids)))
    }

    @Test func `a cursor is cut before its first gap when the log of another one is read`() throws {
        var (cursors, gaps) = (try cursors(1, [90, 80, 70, 40]), Gaps())
        for gap in [try gap(1, after: 20, through: 30), try gap(1, after: 75, through: 77)] { gaps.add(gap) }
        try read(2, after: 40, leadingTo: [60, 40], &cursors, &gaps)
        #expect(cursors == (try self.cursors(2, [60, 40], others: [other(1, [70, 40], shared: 40)])))
        #expect(gaps.notStored == [try gap(1, after: 20, through: 30)])
    }

    @Test func `a cursor with a gap directly behind the shared part is dropped`() throws {
        var (cursors, gaps) = (try cursors(1, [90, 40]), Gaps())
        gaps.add(Gap(after: try position(1, 40), through: Sample.id(41), knownForm: 1))
        try read(2, after: 40, leadingTo: [60, 40], &cursors, &gaps)
        #expect(cursors == (try self.cursors(2, [60, 40])))
    }

    @Test func `when another log is read, only the gaps of the shared part remain, and those of the page`() throws {
        var (cursors, gaps) = (try cursors(2, [80, 75, 40], others: [other(1, [90, 40], shared: 40)]), Gaps())
        for gap in [try gap(2, after: 20, through: 30), try gap(2, after: 75, through: 77)] { gaps.add(gap) }
        try read(1, after: 90, leadingTo: [99, 90, 40], leaving: [gap(1, after: 95, through: 96)], &cursors, &gaps)
        #expect(gaps.notStored == [try gap(1, after: 20, through: 30), try gap(1, after: 95, through: 96)])
        #expect(cursors == (try self.cursors(1, [99, 90, 40], others: [other(2, [75, 40], shared: 40)])))
    }

    @Test(arguments: [false, true])
    func `another cursor is dropped if a gap in its shared part is dropped`(hasGap: Bool) throws {
        var (cursors, gaps) = (try cursors(2, [80, 45, 20], others: [other(1, [90, 45, 20], shared: 45)]), Gaps())
        if hasGap { gaps.add(try gap(2, after: 30, through: 31)) }
        try read(3, after: 20, leadingTo: [60, 20], &cursors, &gaps)
        let kept = [try other(2, [80, 45, 20], shared: 20), try other(1, [90, 45, 20], shared: 20)]
        // The former cursor is cut to position 20, which is also the new one's.
        #expect(cursors == (try self.cursors(3, [60, 20], others: hasGap ? [] : kept)))
        #expect(gaps.isEmpty)
    }

    @Test func `a gap of the shared part that a page closes is closed for all logs`() throws {
        var (cursors, gaps) = (try cursors(2, [80, 40], others: [other(1, [90, 40], shared: 40)]), Gaps())
        gaps.add(try gap(2, after: 20, through: 30))
        let before = cursors
        JudgedPage.Part(after: try position(2, 20), through: try position(2, 30))
            .change(&gaps, &cursors, to: nil, knowing: 1)
        #expect(gaps.isEmpty)
        #expect(cursors == before)
    }

    @Test func `a page from where no cursor has been leaves a gap from the newest position that one of them has`()
        throws
    {
        var (cursors, gaps) = (try cursors(2, [80, 40], others: [other(1, [90, 40], shared: 40)]), Gaps())
        // The puller still has a newer cursor, because the commit that cut it was reported as failed.
        try read(1, after: 95, leadingTo: [99, 95, 90, 40], &cursors, &gaps)
        #expect(gaps.notStored == [try gap(1, after: 90, through: 95)])
        #expect(
            cursors == (try self.cursors(1, [99, 95, 90, 40], others: [other(2, [80, 40], shared: 40)])))
    }

    @Test func `a peer that is read from the beginning keeps the earlier cursors`() throws {
        var (cursors, gaps) = (try cursors(1, [90, 60]), Gaps())
        try read(2, after: 0, leadingTo: [80, 60], &cursors, &gaps)
        #expect(cursors == (try self.cursors(2, [80, 60], others: [other(1, [90, 60], shared: 0)])))
    }

    @Test func `all cursors survive a restart`() async throws {
        let folder = try TemporaryFolder()
        let peer = try #require(PeerID("tidings:key"))
        let longest = try #require(Cursor(restoring: (0..<32).map { try position(1, (1 << 53) - $0) }))
        var store = try ChatStore(StoreOptions(folder: folder.path, mapSizeBytes: 16 << 20))
        for (start, next) in [
            (LogPosition.start, longest), (.start, try cursor(2, [80, 40])),
            (try position(3, 40), try cursor(3, [90, 40])),
        ] {
            let part = JudgedPage.Part(after: start, through: nil)
            let applied = try await store.apply(JudgedPage(verdicts: [], cursor: next, part: part), from: peer)
            #expect(try store.storedPeer(peer).otherCursors == applied.otherCursors)
        }
        let before = try store.storedPeer(peer)
        #expect(before.otherCursors == [try cursor(2, [80, 40]), longest])
        await store.close()
        store = try ChatStore(StoreOptions(folder: folder.path, mapSizeBytes: 16 << 20))
        #expect(try store.storedPeer(peer) == before)
        try expectSound(store)
        await store.close()
    }

    @Test func `evidence of a log is dropped with its gaps when another log is read`() async throws {
        try await withStore { store in
            let peer = try #require(PeerID("tidings:key"))
            let bad = BadMessage(reason: Refusal(.badSignature, "not signed"), raw: [1])
            let pages: [(start: LogPosition, next: Cursor, bad: [UInt64], gaps: [Gap])] = [
                (.start, try cursor(1, [90, 40]), [30], [try gap(1, after: 20, through: 30)]),
                (try position(2, 40), try cursor(2, [80, 40]), [70], [try gap(2, after: 60, through: 70)]),
                (try position(1, 90), try cursor(1, [95, 90, 40]), [94], [try gap(1, after: 93, through: 94)]),
            ]
            for page in pages {
                let part = JudgedPage.Part(after: page.start, through: nil, gaps: page.gaps)
                let verdicts = page.bad.map { JudgedPage.Verdict.bad(Sample.id($0), bad) }
                _ = try await store.apply(JudgedPage(verdicts: verdicts, cursor: page.next, part: part), from: peer)
            }
            #expect(try store.quarantine(of: peer, limit: 10).map(\.id.rawValue) == [30, 94])
            #expect(try store.gaps(of: peer).notStored == [pages[0].gaps[0], pages[2].gaps[0]])
        }
    }
}
