public import ChatModel

/// Writes a page as bytes of UTF-8, message by message, so that the caller can stop when it is large enough.
///
/// The root is written last, since it names the place where the page ends. Each text comes back from an XML parser
/// scalar for scalar, the 2011 client's included.
public struct PageWriter {
    private let view: PageView
    private var body: [UInt8] = []

    public init(_ view: PageView) {
        self.view = view
    }

    /// Bytes of the messages written so far; the root's come on top.
    public var byteCount: Int { body.count }

    /// Writes a message; ids ascend from call to call, but in a page in the order in which people read.
    ///
    /// - Parameters:
    ///   - id: the message's id in the log that is served.
    ///   - arrival: when the message came into that log.
    public mutating func append(id: LogID, message: Message, arrival: UnixTime) {
        switch view {
        case .article: appendArticle(id, message)
        case .chat: appendChat(id, message, arrival)
        case .log: appendLog(id, message)
        }
    }

    /// Writes that the message with this id was let go: a page for peers says so, one for clients leaves it out.
    public mutating func gone(id: LogID, digest: Digest) {
        guard view == .log else { return }
        body.append(markup: "<gone")
        body.append(attribute: "id", id.description)
        body.append(attribute: "digest", digest.base64URL)
        body.append(markup: "/>\n")
    }

    /// The page. The article's view has no place for the head and leaves it out.
    ///
    /// - Complexity: copies the body once.
    public consuming func end(head: PageHead) -> [UInt8] {
        var page: [UInt8] = []
        page.reserveCapacity(body.count + 1024)
        page.append(markup: "<chat")
        if view == .log { page.append(attribute: "version", LogPageReader.version) }
        if view != .article { page.append(head) }
        page.append(markup: ">\n")
        page.append(contentsOf: body)
        page.append(markup: "</chat>\n")
        return page
    }

    /// The layout of the article's PHP, byte for byte.
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
        body.append(attribute: "origin", message.origin.base64URL)
        body.append(attribute: "stamp", String(message.stamp.rawValue))
        body.append(attribute: "arrived", String(arrival.milliseconds))
        body.append(attribute: "digest", message.digest.base64URL)
        appendFields(of: message)
    }

    private mutating func appendLog(_ id: LogID, _ message: Message) {
        body.append(markup: "<message")
        body.append(attribute: "id", id.description)
        body.append(attribute: "added", message.stamp.time.description)
        body.append(attribute: "origin", message.origin.base64URL)
        body.append(attribute: "stamp", String(message.stamp.rawValue))
        body.append(attribute: "nonce", message.nonce.base64URL)
        body.append(attribute: "sig", message.signature.base64URL)
        appendFields(of: message)
    }

    private mutating func appendStart(of message: Message) {
        body.append(markup: "<message")
        body.append(attribute: "added", message.stamp.time.description)
    }

    private mutating func appendFields(of message: Message) {
        body.append(markup: ">")
        for field in message.fields.all { body.append(element: field.name.description, field.value.utf8) }
        body.append(markup: "</message>\n")
    }
}

/// Which page of a log is meant: the parameter `view` of `messages.php`.
public enum PageView: Hashable, Sendable {
    /// What the article's PHP prints, for the 2011 client: no `view` at all.
    case article
    /// For today's clients: `view=chat`.
    case chat
    /// For peers, with what a signature is checked by: `view=log`.
    case log
}

extension [UInt8] {
    /// Appends the attributes of a page's root.
    mutating func append(_ head: PageHead) {
        append(attribute: "node", head.node.base64URL)
        append(attribute: "name", head.name)
        append(attribute: "instance", head.instance.base64URL)
        append(attribute: "low", head.low.description)
        append(attribute: "high", head.high.description)
        append(attribute: "next", head.next.id.description)
        append(attribute: "mark", head.next.mark.base64URL)
    }
}
