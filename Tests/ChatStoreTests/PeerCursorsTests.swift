import ChatModel
import LMDB
import TestSupport
import Testing

@testable import ChatStore

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

    private func cursors(
        _ log: UInt8, _ ids: [UInt64], others: [PeerCursors.Other] = []
    ) throws -> PeerCursors {
        try #require(PeerCursors(current: try cursor(log, ids), others: others))
    }

    /// Changes to a position of another log.
    ///
    /// - Parameter exceptions: the ids before the exceptions of the current log.
    /// - Returns: the id up to which both logs are the same.
    @discardableResult
    private func change(
        _ cursors: inout PeerCursors, to position: LogPosition, exceptionsAfter exceptions: [UInt64] = []
    ) -> UInt64 {
        cursors.change(to: position) { from in
            exceptions.first { $0 >= from.rawValue }.map(Sample.id)
        }.rawValue
    }

    // MARK: One log

    @Test func `the settled position moves on, and earlier positions stay`() throws {
        var cursors = PeerCursors.start
        #expect(cursors.settled == .start)
        for id in [40, 60, 90] as [UInt64] { cursors.advance(to: try position(1, id), passing: []) }
        #expect(cursors == (try self.cursors(1, [90, 60, 40])))
        #expect(cursors.settled == (try position(1, 90)))
    }

    @Test func `the settled position goes back in its log, and later positions are dropped`() throws {
        for (id, ids) in [(60, [60, 40]), (50, [50, 40]), (0, [])] as [(UInt64, [UInt64])] {
            var cursors = try cursors(1, [90, 60, 40], others: [other(2, [80, 40], shared: 40)])
            cursors.goBack(to: id == 0 ? .start : try position(1, id))
            #expect(cursors.current == (try cursor(1, ids)))
            #expect(cursors.others.count == 1)
        }
    }

    // MARK: Several logs

    @Test func `logs that are read by turns each keep their cursor`() throws {
        var cursors = try cursors(1, [90, 40])
        #expect(try change(&cursors, to: position(2, 40)) == 40)
        cursors.advance(to: try position(2, 80), passing: [])
        #expect(cursors == (try self.cursors(2, [80, 40], others: [other(1, [90, 40], shared: 40)])))
        #expect(try change(&cursors, to: position(1, 90)) == 40)
        #expect(cursors == (try self.cursors(1, [90, 40], others: [other(2, [80, 40], shared: 40)])))
        cursors.advance(to: try position(1, 97), passing: [])
        #expect(try change(&cursors, to: position(2, 80)) == 40)
        #expect(cursors == (try self.cursors(2, [80, 40], others: [other(1, [97, 90, 40], shared: 40)])))
    }

    @Test func `a log that is read again at an older position keeps the newer positions, too`() throws {
        var cursors = try cursors(2, [80, 40], others: [other(1, [90, 60, 40], shared: 40)])
        try change(&cursors, to: position(1, 60))
        #expect(
            cursors
                == (try self.cursors(
                    1, [60, 40], others: [other(2, [80, 40], shared: 40), other(1, [90, 60, 40], shared: 60)])))
    }

    @Test func `the last three other cursors are kept`() throws {
        var cursors = try cursors(0, [40])
        for log in 1...6 as ClosedRange<UInt8> {
            try change(&cursors, to: position(log, 40))
            cursors.advance(to: try position(log, 90), passing: [])
        }
        #expect(
            cursors == (try self.cursors(6, [90, 40], others: [5, 4, 3].map { try other($0, [90, 40], shared: 40) })))
        let tooMany = try (1...4).map { try other($0, [90, 40], shared: 40) }
        #expect(PeerCursors(current: try cursor(6, [90]), others: tooMany) == nil)
    }

    @Test(arguments: [(100, true), (85, false)] as [(UInt64, Bool)])
    func `another cursor is dropped when the current log passes its newest position`(end: UInt64, isDropped: Bool)
        throws
    {
        var cursors = try cursors(1, [90, 40])
        try change(&cursors, to: position(1, 40))
        cursors.advance(to: try position(1, end), passing: try [80, 90, 99].map { try position(1, $0) })
        let kept = try other(1, [90, 40], shared: 40)
        #expect(cursors == (try self.cursors(1, [end, 40], others: isDropped ? [] : [kept])))
    }

    @Test func `a peer that is read from the start keeps its former cursor`() throws {
        var cursors = try cursors(1, [90, 60])
        #expect(change(&cursors, to: .start) == 0)
        cursors.advance(to: try position(2, 80), passing: [])
        #expect(cursors == (try self.cursors(2, [80], others: [other(1, [90, 60], shared: 0)])))
    }

    @Test func `a log that is unknown has no part that is shared for certain`() throws {
        var cursors = try cursors(1, [90, 60])
        #expect(try change(&cursors, to: position(3, 70)) == 0)
        #expect(cursors == (try self.cursors(3, [70], others: [other(1, [90, 60], shared: 0)])))
    }

    // MARK: Exceptions

    @Test func `a cursor is cut before its first exception that the logs do not share`() throws {
        var cursors = try cursors(1, [90, 80, 70, 40])
        #expect(try change(&cursors, to: position(2, 40), exceptionsAfter: [20, 75]) == 40)
        #expect(cursors == (try self.cursors(2, [40], others: [other(1, [70, 40], shared: 40)])))
    }

    @Test func `a cursor with an exception directly behind the shared part is dropped`() throws {
        var cursors = try cursors(1, [90, 40])
        try change(&cursors, to: position(2, 40), exceptionsAfter: [40])
        #expect(cursors == (try self.cursors(2, [40])))
    }

    @Test(arguments: [false, true])
    func `another cursor is dropped if an exception of its shared part is dropped`(hasException: Bool) throws {
        var cursors = try cursors(2, [80, 45, 20], others: [other(1, [90, 45, 20], shared: 45)])
        try change(&cursors, to: position(3, 20), exceptionsAfter: hasException ? [30] : [])
        let kept = [try other(2, [80, 45, 20], shared: 20), try other(1, [90, 45, 20], shared: 20)]
        #expect(cursors == (try self.cursors(3, [20], others: hasException ? [] : kept)))
    }

    // MARK: In the store

    @Test func `a record of a peer keeps the longest cursors`() throws {
        func longest(_ log: UInt8) throws -> Cursor {
            try #require(Cursor(restoring: (0..<32).map { try position(log, (1 << 53) - $0) }))
        }
        var record = PeerRecord.empty
        record.cursors = try #require(
            PeerCursors(
                current: try longest(1),
                others: try (2...4).map { PeerCursors.Other(cursor: try longest($0), shared: Sample.id(50)) }))
        let bytes = record.encoded()
        #expect(try decoded(bytes).cursors == record.cursors)
        #expect(throws: (any Error).self) { try decoded(bytes.dropLast()) }
    }

    private func decoded(_ bytes: [UInt8]) throws -> PeerRecord { try unsafe PeerRecord(decoding: bytes.span.bytes) }

    @Test func `all cursors survive a restart`() async throws {
        let folder = try TemporaryFolder()
        let peer = try #require(PeerID("tidings:key"))
        var store = try ChatStore(StoreOptions(folder: folder.path, mapSizeBytes: 16 << 20))
        for log in 1...3 as ClosedRange<UInt8> {
            let start = try position(log, 40)
            if log == 1 { _ = try await store.apply(JudgedPage(settling: .to(start)), from: peer) }
            _ = try await store.apply(JudgedPage(settling: .back(to: start, isOtherLog: true)), from: peer)
            let end = try position(log, 90)
            let applied = try await store.apply(
                JudgedPage(settling: .forward(after: start, wants: [], end: end, passing: [])), from: peer)
            #expect(try store.storedPeer(peer).cursors == applied.cursors)
        }
        let before = try store.storedPeer(peer)
        #expect(
            before.cursors
                == (try cursors(3, [90, 40], others: [2, 1].map { try other($0, [90, 40], shared: 40) })))
        await store.close()
        store = try ChatStore(StoreOptions(folder: folder.path, mapSizeBytes: 16 << 20))
        #expect(try store.storedPeer(peer) == before)
        try expectSound(store)
        await store.close()
    }
}
