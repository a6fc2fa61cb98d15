package import ChatExchange
package import ChatModel
package import ChatStore

/// A page that was fetched, and where the cursor stands when it is applied.
package struct PageToApply {
    package let entries: [LogPage.Entry]
    /// Places before it that could not be read, to be accounted for in the same transaction.
    package let unreadable: [LogID]
    package let nextCursor: Cursor
    /// Where a retry has to begin, if it is not shown that the page holds all of its part of the log.
    package let retryFrom: LogID?
    /// Whether its mark shows that it does not.
    package let leavesOut: Bool
}

extension PageIntake {
    /// Verifies the messages of a fetched page and applies the page in one transaction.
    package func apply(_ page: PageToApply, from peer: PeerID) async throws(StoreError) -> Applied {
        try await apply(
            page.entries, unreadable: page.unreadable, cursor: page.nextCursor, retryFrom: page.retryFrom, from: peer)
    }
}
