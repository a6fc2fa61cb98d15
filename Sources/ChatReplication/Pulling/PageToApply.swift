package import ChatModel

/// A page that was fetched, and where the cursor stands when it is applied.
package struct PageToApply {
    package let page: LogPage
    /// Places before it that could not be read, to be accounted for in the same transaction.
    package let unreadable: [LogID]
    package let nextCursor: Cursor
}

extension LogPage {
    /// The id after which the page begins; nothing if the page does not go on from where it was asked to.
    func base(for from: PullRequest.From) -> LogID? {
        switch from {
        case .past(let past, _):
            guard entries.allSatisfy({ $0.id > past }) else { return nil }
            return (entries.isEmpty ? head.next.id >= past : head.next.id > past) ? past : nil
        case .have:
            // The peer chose the position; what the cursor has from there on is of another log.
            return entries.first.flatMap { LogID(rawValue: $0.id.rawValue - 1) } ?? head.next.id
        }
    }
}
