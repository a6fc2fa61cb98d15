package import ChatModel
package import ChatStore
package import ChatXML

/// What a node says about itself in the head of each page that it serves.
package struct NodeIdentity: Sendable {
    package let key: PublicKey
    package let nodeName: FieldValue
    package let instance: Instance
    /// The clock that pages for peers name; nil for none.
    private let time: (any TimeSource)?

    package init(key: PublicKey, nodeName: FieldValue, instance: Instance, time: (any TimeSource)? = nil) {
        self.key = key
        self.nodeName = nodeName
        self.instance = instance
        self.time = time
    }

    /// Returns a slice of the log as a page.
    ///
    /// A range of the log for peers ends after the message with which its XML exceeds ``Limits/pageBytes``; the next page then
    /// begins after that message.
    package func page(of slice: LogSlice, _ view: PageView) -> [UInt8] {
        var writer = PageWriter(view, in: slice.group)
        var next = slice.next
        for (index, record) in slice.records.enumerated() {
            writer.append(record)
            if view == .log, slice.isRange, writer.byteCount > Limits.pageBytes, index + 1 < slice.records.count {
                if let position = try? record.position { next = position }
                break
            }
        }
        return writer.end(
            head: PageHead(
                node: key, name: nodeName.description, instance: instance, group: slice.group, low: slice.low,
                high: slice.high, next: next, now: view == .log ? time?.wall : nil, done: slice.done,
                memberSince: slice.memberSince))
    }
}

extension PageWriter {
    fileprivate mutating func append(_ record: StoredRecord) {
        switch record.content {
        case .message(let message):
            append(
                id: record.id, message, arrival: record.arrival, isOfFormer: record.isOfFormer,
                projection: record.projection, change: record.change, changed: record.changed)
        case .listed(let listed):
            list(
                id: record.id, digest: listed.digest, origin: listed.origin, group: listed.group,
                lacksValues: listed.lacksValues)
        case .gone(let digest): gone(id: record.id, digest: digest)
        case .damaged(let digest): damaged(id: record.id, digest: digest)
        }
    }
}
