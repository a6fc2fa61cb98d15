public import ChatModel

/// Writes a page as UTF-8, message by message, so that the caller can end the page when it is large enough.
///
/// The root's start tag is written last, because it contains the position at which the page ends. Texts are escaped so
/// that every XML parser, including the 2011 client's, returns them unchanged.
public struct PageWriter {
    private let view: PageView
    private let group: GroupID
    private var body: [UInt8] = []

    /// - Parameter group: the group in the page's head. A message of a log page names its own group if that is another one.
    public init(_ view: PageView, in group: GroupID) {
        self.view = view
        self.group = group
    }

    /// The size of the messages written so far, in bytes, without the root's tags.
    public var byteCount: Int { body.count }

    /// Appends a message. Ids must ascend from call to call, except in a page in display order.
    ///
    /// - Parameters:
    ///   - id: the message's id in the log that is served.
    ///   - arrival: the time at which this node stored the message.
    public mutating func append(id: LogID, message: Message, arrival: UnixTime) {
        switch view {
        case .article: appendArticle(id, message)
        case .chat: appendChat(id, message, arrival)
        case .log: appendLog(id, message)
        }
    }

    /// Appends a gone message to a log page. Pages for clients omit gone messages.
    public mutating func gone(id: LogID, digest: Digest) {
        guard view == .log else { return }
        body.append(markup: "<gone")
        body.append(attribute: "id", id.description)
        body.append(attribute: "digest", digest)
        body.append(markup: "/>\n")
    }

    /// Returns the page. The article's view has no head.
    ///
    /// - Parameter head: the head, which names the group of the writer.
    /// - Complexity: O(bytes); copies the body once.
    public consuming func end(head: PageHead) -> [UInt8] {
        precondition(head.group == group, "the messages were written for a page of another group")
        var page: [UInt8] = []
        page.reserveCapacity(body.count + 1024)
        page.append(markup: "<chat")
        if view == .log { page.append(attribute: "version", String(LogPage.highestVersion)) }
        if view != .article { page.append(head) }
        page.append(markup: ">\n")
        page.append(contentsOf: body)
        page.append(markup: "</chat>\n")
        return page
    }

    /// Appends a message byte for byte as the 2011 article's PHP prints it.
    private mutating func appendArticle(_ id: LogID, _ message: Message) {
        appendStart(of: message)
        body.append(attribute: "id", id.description)
        body.append(markup: ">\n")
        for name in [FieldName.user, .text] {
            body.append(markup: "    ")
            body.append(element: name.description, message.fields[name]?.utf8 ?? [])
            body.append(markup: "\n")
        }
        body.append(markup: "</message>\n")
    }

    private mutating func appendChat(_ id: LogID, _ message: Message, _ arrival: UnixTime) {
        appendStart(of: message)
        body.append(attribute: "id", id.description)
        body.append(attribute: "origin", message.origin)
        body.append(attribute: "stamp", String(message.stamp.rawValue))
        body.append(attribute: "arrived", String(arrival.milliseconds))
        body.append(attribute: "digest", message.digest)
        append(message.written == nil ? message.fields.all.filter { $0.name != .written } : message.fields.all)
    }

    private mutating func appendLog(_ id: LogID, _ message: Message) {
        body.append(markup: "<message")
        body.append(attribute: "id", id.description)
        body.append(attribute: "added", message.stamp.time.description)
        body.append(attribute: "origin", message.origin)
        if message.group != group { body.append(attribute: "group", message.group.textOnPage) }
        body.append(attribute: "stamp", String(message.stamp.rawValue))
        body.append(attribute: "nonce", message.nonce)
        body.append(attribute: "sig", message.signature)
        if let salt = message.fields.salt { body.append(attribute: "salt", salt) }
        append(message.fields.all)
    }

    private mutating func appendStart(of message: Message) {
        body.append(markup: "<message")
        body.append(attribute: "added", message.stamp.time.description)
    }

    /// Ends the start tag of a message, and appends its fields and its end tag.
    private mutating func append(_ fields: [Field]) {
        body.append(markup: ">")
        for field in fields { body.append(field) }
        body.append(markup: "</message>\n")
    }
}

extension [UInt8] {
    /// Appends the element of a field. An erasable value is marked as such unless the name says it.
    fileprivate mutating func append(_ field: Field) {
        switch field.content {
        case .kept(let value):
            append(element: field.name.description, value.utf8)
        case .erasable(let value):
            append(element: field.name.description, attributes: field.name == .text ? "" : " kind=\"1\"", value.utf8)
        case .gone(let hash, let byteCount):
            append(markup: "<\(field.name)")
            append(attribute: "gone", hash)
            append(attribute: "bytes", String(byteCount))
            append(markup: "/>")
        }
    }

    /// Appends the attributes of a page's root.
    mutating func append(_ head: PageHead) {
        append(attribute: "node", head.node)
        append(attribute: "name", head.name)
        append(attribute: "instance", head.instance)
        if head.group != .none { append(attribute: "group", head.group) }
        append(attribute: "low", head.low.description)
        append(attribute: "high", head.high.description)
        append(attribute: "next", head.next.id.description)
        append(attribute: "mark", head.next.mark)
    }
}

extension GroupID {
    /// The value of a message's attribute `group`: empty for none.
    fileprivate var textOnPage: String { self == .none ? "" : base64URL }
}
