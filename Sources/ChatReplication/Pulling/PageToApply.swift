package import ChatModel

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
