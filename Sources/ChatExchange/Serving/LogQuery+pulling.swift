package import ChatModel
package import ChatStore

extension LogQuery {
    /// The query behind `view=log`: messages of all rooms in id order.
    ///
    /// The store refuses an id that its log has not reached, because such a requester has read another log.
    package init(log start: LogStart, limit: Int) {
        self.init(room: nil, range: .from(start), limit: limit, byteLimit: Limits.pageBytes, refusesUnknownIDs: true)
    }

    /// The query that answers a peer's request.
    package init(_ request: PullRequest) {
        self.init(log: request.from, limit: request.limit)
    }
}
