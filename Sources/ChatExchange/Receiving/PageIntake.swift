package import ChatModel
package import ChatStore
internal import ChatXML

/// The receiving end of a page: reads its bytes, judges its messages and applies them to the store.
///
/// A page comes from a peer's log; later it may also come from a file or by POST.
package final class PageIntake: Sendable {
    private let store: ChatStore
    private let judge: PageJudge

    package init(_ store: ChatStore) {
        self.store = store
        judge = PageJudge(store)
    }

    /// Reads a page of a log. Signatures are not verified yet.
    ///
    /// - Throws: `PullFailure` if the bytes are no page, if the page breaks off, or if its head names another group than this
    ///   node's; `storeNotRead` if the store cannot say which group that is.
    package func read(_ bytes: [UInt8]) async throws(PullFailure) -> LogPage {
        let group = try group()
        do throws(PageError) {
            return try await ParsingQueue.run(bytes) { bytes throws(PageError) in
                try LogPageReader.read(bytes, in: group)
            }
        } catch {
            throw PullFailure(error, readIn: group)
        }
    }

    /// Judges the entries of a page that was read: verifies the signatures of all messages that the store does not have.
    ///
    /// The page before it need not be applied yet. A message of both pages is then verified twice and stored once.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    package func judged(_ entries: [LogPage.Entry]) async throws(StoreError) -> JudgedEntries {
        try await judge.judged(entries)
    }

    private func group() throws(PullFailure) -> GroupID {
        do throws(StoreError) {
            return try store.group()
        } catch {
            throw .storeNotRead(error.code)
        }
    }

    /// Judges the entries of a page and applies the page.
    package func apply(
        _ entries: [LogPage.Entry], part: PagePart? = nil, cursor: Cursor? = nil, newest: LogPosition? = nil,
        unreadable: Int = 0, beginsRound: Bool = false, asked: DueMessage? = nil, from peer: PeerID
    ) async throws(StoreError) -> Applied {
        try await apply(
            judge.judged(entries), part: part, cursor: cursor, newest: newest, unreadable: unreadable,
            beginsRound: beginsRound, asked: asked, from: peer)
    }

    /// Applies a page with the verdicts on its entries, in one transaction.
    ///
    /// Good messages are stored unless the store has them; bad messages are quarantined or skipped; messages of another
    /// group are counted. The gaps that the page leaves replace the earlier gaps in its part of the log. If the page
    /// moves the cursor, all later gaps are dropped, too: the puller reads the log after the page again.
    ///
    /// - Parameters:
    ///   - part: the part of the peer's log that the page covers; nil for messages that are no part of a log.
    ///   - cursor: the peer's cursor after the page; nil for a page that moves no cursor.
    ///   - newest: for a page that moves no cursor, the newest position of the puller's cursor. If the store has another one,
    ///     the page changes no gaps.
    ///   - unreadable: the number of messages of the part that could not be read or transferred; they count as skipped.
    ///   - beginsRound: whether the page is the first one of a round through the peer's gaps.
    ///   - asked: for an answer to a request for wanted messages, the last requested message up to which the peer has
    ///     answered.
    /// - Throws: `StoreError`; then nothing of the page was applied.
    package func apply(
        _ judged: JudgedEntries, part: PagePart? = nil, cursor: Cursor? = nil, newest: LogPosition? = nil,
        unreadable: Int = 0, beginsRound: Bool = false, asked: DueMessage? = nil, from peer: PeerID
    ) async throws(StoreError) -> Applied {
        let judged = try await judgedAgainIfGroupChanged(judged)
        var page = JudgedPage(
            verdicts: judged.verdicts, cursor: cursor,
            part: part?.judged(judged.entries, judged.verdicts, isLast: cursor != nil), asked: asked)
        page.part?.newest = newest
        (page.unreadable, page.beginsRound) = (unreadable, beginsRound)
        return try await store.apply(page, from: peer)
    }

    /// Judges entries again if the node has taken a group since they were judged: their messages may be of that group.
    private func judgedAgainIfGroupChanged(_ judged: JudgedEntries) async throws(StoreError) -> JudgedEntries {
        try store.group() == judged.group ? judged : await judge.judged(judged.entries)
    }
}
