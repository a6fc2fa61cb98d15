public import ChatModel

/// Writes a page as UTF-8, message by message, so that the caller can end the page when it is large enough.
///
/// The root's start tag is written last, because it contains the position at which the page ends. Texts are escaped so
/// that every XML parser, including the 2011 client's, returns them unchanged.
public struct PageWriter {
    private let view: PageView
    private let group: GroupID
    private var body: [UInt8] = []
    /// The last time that was written, for the messages of the same second.
    private var lastTime: (second: UInt64, text: [UInt8])?
    /// The numbers of the origins that were written, by the bytes of their keys.
    private var origins: [ArraySlice<UInt8>: Int] = [:]

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
    ///   - isOfFormer: whether the message came after its origin was removed. Chat pages say so.
    ///   - projection: what readers of a chat page see of the message; nil if that is what was written.
    ///   - change: the id of the edit or deletion that has made the projection; nil for none.
    ///   - changed: the last id of the message or its relations in a chat page that folds these into it.
    public mutating func append(
        id: LogID, _ message: PackedMessage, arrival: UnixTime, isOfFormer: Bool = false, projection: Projection? = nil,
        change: LogID? = nil, changed: LogID? = nil
    ) {
        switch view {
        case .article: appendArticle(id, message, arrival)
        case .chat:
            appendChatStart(id, message, arrival, isOfFormer: isOfFormer)
            if let changed { body.append(attribute: "at", changed.rawValue) }
            if let projection { append(projection) }
            if let change { body.append(attribute: "change", change.rawValue) }
            appendFields(
                of: message, written: message.written != nil, edit: projection?.edit,
                hasErasable: projection?.isDeleted != true)
            for reaction in projection?.reactions ?? [] { append(reaction, of: id) }
        case .log: appendLog(id, message, arrival)
        }
    }

    private mutating func append(_ projection: Projection) {
        if projection.isDeleted { body.append(markup: " deleted=\"yes\"") }
        if let edit = projection.edit, edit.hasText { body.append(attribute: "edited", edit.stamp.rawValue) }
    }

    /// The authors that a page names of one reaction; it has the number of all.
    private static let namedAuthors = 20

    /// Appends a reaction to the message before it. It is no child of the message: those are fields.
    private mutating func append(_ reaction: Projection.Reaction, of id: LogID) {
        body.append(markup: "<reaction")
        body.append(attribute: "id", id.rawValue)
        body.append(attribute: "emoji", reaction.emoji)
        body.append(attribute: "count", UInt64(reaction.authors.count))
        body.append(markup: ">")
        for author in reaction.authors.prefix(Self.namedAuthors) {
            body.append(markup: "<by")
            body.append(attribute: "origin", author.origin)
            body.append(attribute: "user", author.user)
            body.append(markup: "/>")
        }
        body.append(markup: "</reaction>\n")
    }

    /// Appends a gone message to a log page. Pages for clients omit gone messages.
    public mutating func gone(id: LogID, digest: ArraySlice<UInt8>) {
        appendEmpty("<gone", id: id, digest: digest)
    }

    /// Appends a damaged message to a log page. Pages for clients omit damaged messages.
    public mutating func damaged(id: LogID, digest: ArraySlice<UInt8>) {
        appendEmpty("<damaged", id: id, digest: digest)
    }

    private mutating func appendEmpty(_ tag: StaticString, id: LogID, digest: ArraySlice<UInt8>) {
        guard view == .log else { return }
        body.append(markup: tag)
        body.append(attribute: "id", id.rawValue)
        body.append(attribute: "digest", base64URL: digest, digest.indices)
        body.append(markup: "/>\n")
    }

    /// Appends a message without its body to a log page: its digest, and what a reader has to know to do without it.
    ///
    /// - Parameter group: the group of the message; nil for none.
    public mutating func list(
        id: LogID, digest: ArraySlice<UInt8>, origin: ArraySlice<UInt8>, group: ArraySlice<UInt8>?, lacksValues: Bool
    ) {
        let number = number(of: origin)
        body.append(markup: "<listed")
        body.append(attribute: "id", id.rawValue)
        body.append(attribute: "digest", base64URL: digest, digest.indices)
        body.append(attribute: "origin", UInt64(number))
        if group ?? [] != (self.group == .none ? [] : self.group.bytes[...]) {
            body.append(attribute: "group", base64URL: group ?? [], (group ?? []).indices)
        }
        if lacksValues { body.append(markup: " values=\"none\"") }
        body.append(markup: "/>\n")
    }

    /// Returns the number of an origin, which the page names before the first message that it lists of it.
    private mutating func number(of origin: ArraySlice<UInt8>) -> Int {
        if let number = origins[origin] { return number }
        body.append(markup: "<origin")
        body.append(attribute: "key", base64URL: origin, origin.indices)
        body.append(markup: "/>\n")
        origins[origin] = origins.count
        return origins.count - 1
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
        if view == .log { page.append(attribute: "version", LogPage.highestVersion) }
        if view != .article { page.append(head) }
        page.append(markup: ">\n")
        page.append(contentsOf: body)
        page.append(markup: "</chat>\n")
        return page
    }

    /// Appends a message byte for byte as the 2011 article's PHP prints it.
    private mutating func appendArticle(_ id: LogID, _ message: PackedMessage, _ arrival: UnixTime) {
        appendStart(of: message, arrival)
        body.append(attribute: "id", id.rawValue)
        body.append(markup: ">\n    <user>")
        if let user = message.value(of: .user) { body.append(escaping: message.bytes, user, for: .content) }
        body.append(markup: "</user>\n    <text>")
        if let text = message.value(of: .text) { body.append(escaping: message.bytes, text, for: .content) }
        body.append(markup: "</text>\n</message>\n")
    }

    private mutating func appendChatStart(
        _ id: LogID, _ message: PackedMessage, _ arrival: UnixTime, isOfFormer: Bool
    ) {
        appendStart(of: message, arrival)
        body.append(attribute: "id", id.rawValue)
        body.append(attribute: "origin", base64URL: message.bytes, message.origin)
        body.append(attribute: "stamp", message.stamp.rawValue)
        body.append(attribute: "arrived", arrival.milliseconds)
        body.append(attribute: "digest", base64URL: message.bytes, message.digest)
        if isOfFormer { body.append(markup: " former=\"yes\"") }
    }

    private mutating func appendLog(_ id: LogID, _ message: PackedMessage, _ arrival: UnixTime) {
        body.append(markup: "<message")
        body.append(attribute: "id", id.rawValue)
        append(time: message.shownTime(arrival: arrival))
        body.append(attribute: "origin", base64URL: message.bytes, message.origin)
        if !message.isOf(group) { body.append(attribute: "group", base64URL: message.bytes, message.group ?? 0..<0) }
        body.append(attribute: "stamp", message.stamp.rawValue)
        body.append(attribute: "nonce", base64URL: message.bytes, message.nonce)
        body.append(attribute: "sig", base64URL: message.bytes, message.signature)
        if let salt = message.salt { body.append(attribute: "salt", base64URL: message.bytes, salt) }
        appendFields(of: message, written: true)
    }

    private mutating func appendStart(of message: PackedMessage, _ arrival: UnixTime) {
        body.append(markup: "<message")
        append(time: message.shownTime(arrival: arrival))
    }

    private mutating func append(time: UnixTime) {
        let second = time.milliseconds / 1000
        let text = lastTime?.second == second ? lastTime?.text : nil
        let added = text ?? Array(time.description.utf8)
        lastTime = (second, added)
        body.append(markup: " added=\"")
        body.append(contentsOf: added)
        body.append(UInt8(ascii: "\""))
    }

    /// Ends the start tag of a message, and appends its fields and its end tag.
    ///
    /// - Parameters:
    ///   - written: whether to append the field `written`.
    ///   - edit: the message whose text to append instead, if it is present; nil for none.
    ///   - hasErasable: whether to append the erasable values that are present: those of a deleted message are none of a reader's.
    private mutating func appendFields(
        of message: PackedMessage, written: Bool, edit: PackedMessage? = nil, hasErasable: Bool = true
    ) {
        body.append(markup: ">")
        for field in message.fields where written || field.number != .written {
            if !hasErasable, field.kind == .erasable { continue }
            guard field.number == .text, let edit, let text = edit.value(of: .text) else {
                body.append(field, of: message)
                continue
            }
            body.append(markup: "<text>")
            body.append(escaping: edit.bytes, text, for: .content)
            body.append(markup: "</text>")
        }
        body.append(markup: "</message>\n")
    }
}

extension [UInt8] {
    /// Appends the element of a field, without white space around the value. An erasable value is marked as such unless the
    /// name says it.
    fileprivate mutating func append(_ field: PackedField, of message: PackedMessage) {
        append(UInt8(ascii: "<"))
        append(nameOf: field, message)
        switch field.kind {
        case .erasable where field.number != .text: append(markup: " kind=\"1\">")
        case .kept, .erasable: append(UInt8(ascii: ">"))
        case .gone:
            append(attribute: "gone", base64URL: message.bytes, field.content)
            append(attribute: "bytes", UInt64(field.byteCount))
            return append(markup: "/>")
        }
        append(escaping: message.bytes, field.content, for: .content)
        append(markup: "</")
        append(nameOf: field, message)
        append(UInt8(ascii: ">"))
    }

    private mutating func append(nameOf field: PackedField, _ message: PackedMessage) {
        if field.number == .other { append(message.bytes, field.otherName) } else { append(markup: field.number.name) }
    }

    /// Appends the attributes of a page's root.
    mutating func append(_ head: PageHead) {
        append(attribute: "node", head.node)
        append(attribute: "name", head.name)
        append(attribute: "instance", head.instance)
        if head.group != .none { append(attribute: "group", head.group) }
        append(attribute: "low", head.low.rawValue)
        append(attribute: "high", head.high.rawValue)
        append(attribute: "next", head.next.id.rawValue)
        append(attribute: "mark", head.next.mark)
        if let now = head.now { append(attribute: "now", now.milliseconds) }
        if let since = head.memberSince { append(attribute: "since", since.rawValue) }
        if let done = head.done { append(attribute: "done", UInt64(done)) }
    }
}
