package import ChatExchange
package import ChatModel
package import ChatStore

/// A page that was fetched, and the cursor once the page is applied.
package struct PageToApply {
    package let entries: [LogPage.Entry]
    /// The part of the peer's log that the page covers, with the messages before the page that could not be read or
    /// transferred.
    package let part: PagePart
    /// The number of these messages. They count as skipped, in the same transaction.
    package let unreadable: Int
    package let nextCursor: Cursor
    /// The instance that sent the page.
    package let instance: Instance?
    /// Whether the page's mark proves that the peer omits messages.
    package let omitsMessages: Bool

    /// Whether the page is barren: complete, as its mark proves, and with only gone entries and messages of later
    /// forms.
    var isBarren: Bool {
        part.isComplete && !entries.isEmpty
            && entries.allSatisfy { entry in
                switch entry {
                case .gone, .laterForm: true
                case .message, .bad: false
                }
            }
    }
}

/// A page that was fetched to close a gap.
package struct GapPage {
    package let entries: [LogPage.Entry]
    /// The part of the peer's log that the page covers; nil if no page came, and only ``unreadable`` messages are counted.
    package let part: PagePart?
    /// The number of messages before the page that could not be read or transferred.
    package let unreadable: Int
    /// Whether the page is the first one of a round.
    package let beginsRound: Bool
    /// The newest position of the puller's cursor when the page is applied.
    package var newest = LogPosition.start
}

extension PageIntake {
    /// Applies a judged page in one transaction.
    package func apply(
        _ page: PageToApply, _ judged: JudgedEntries, from peer: PeerID
    ) async throws(StoreError) -> Applied {
        try await apply(
            judged, part: page.part, cursor: page.nextCursor, unreadable: page.unreadable, from: peer)
    }

    /// Judges the entries of a page that was fetched to close a gap, and applies the page in one transaction.
    package func apply(_ page: GapPage, from peer: PeerID) async throws(StoreError) -> Applied {
        try await apply(
            page.entries, part: page.part, newest: page.newest, unreadable: page.unreadable,
            beginsRound: page.beginsRound, from: peer)
    }
}
