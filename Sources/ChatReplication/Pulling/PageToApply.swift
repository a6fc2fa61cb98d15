package import ChatExchange
package import ChatModel
package import ChatStore

/// A page that was fetched, and the cursor once the page is applied.
package struct PageToApply {
    package let entries: [LogPage.Entry]
    /// Ids before the page that could not be read. They count as skipped, in the same transaction.
    package let unreadable: [LogID]
    package let nextCursor: Cursor
    /// The lowest id that may be missing from the page; nil if the page is shown to be complete.
    package let retryID: LogID?
    /// Whether the page's mark proves that the peer omits messages.
    package let omitsMessages: Bool
}

extension PageIntake {
    /// Verifies the messages of a fetched page and applies the page in one transaction.
    package func apply(_ page: PageToApply, from peer: PeerID) async throws(StoreError) -> Applied {
        try await apply(
            page.entries, unreadable: page.unreadable, cursor: page.nextCursor, retryID: page.retryID, from: peer)
    }
}
