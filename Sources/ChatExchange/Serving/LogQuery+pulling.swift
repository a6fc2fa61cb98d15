package import ChatModel
package import ChatStore

extension LogQuery {
    /// The query behind `view=log`: messages of all rooms in id order.
    ///
    /// The store refuses an id that its log has not reached, because such a requester has read another log.
    package init(log start: LogStart, limit: Int, bodies: Bodies = .all) {
        self.init(room: nil, range: .from(start), limit: limit, byteLimit: Limits.pageBytes, refusesUnknownIDs: true)
        self.bodies = bodies
    }

    /// The query behind `view=log&digests=…`: the messages that have these digests. Escaping turns one byte into at most five,
    /// so the answer stays below ``Limits/pulledPageBytes``.
    package init(messages digests: [Digest]) {
        self.init(room: nil, range: .digests(digests), limit: digests.count, byteLimit: 640 << 10)
    }
}
