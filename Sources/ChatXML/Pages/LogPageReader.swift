public import ChatModel

/// Reads the page that a peer sends for `view=log`.
public enum LogPageReader {
    /// The version of the page's form, which the root names.
    static let version = "1"

    /// Reads a page and judges each message alone: what is no message becomes ``LogPage/Entry/bad(_:_:)`` and disturbs
    /// no other. Signatures are not verified here. Unknown attributes are ignored.
    ///
    /// In what is returned ids ascend strictly, `low` is at most the first, `next` at least the last and at most
    /// `high`. Whether the page leads on from where it was asked is for the caller, who knows where that was.
    ///
    /// - Throws: ``PageError``.
    /// - Complexity: O(bytes); some 20 µs a message. Blocks: call it off Swift's cooperative threads.
    public static func read(_ bytes: [UInt8]) throws(PageError) -> LogPage {
        let page = try HeadedPage(bytes, version: version)
        let entries = try page.entries(LogPage.Entry.init(reading:from:))
        if let sentence = broken(page.head, entries.map(\.id)) { throw page.unreadable(sentence) }
        return LogPage(head: page.head, entries: entries)
    }

    /// What is wrong between the ids of a page, if anything.
    private static func broken(_ head: PageHead, _ ids: [LogID]) -> String? {
        guard zip(ids, ids.dropFirst()).allSatisfy(<) else { return "Its ids do not ascend." }
        guard head.next.id <= head.high else { return "Its next id lies after the highest of its log." }
        guard let first = ids.first, let last = ids.last else { return nil }
        guard head.low <= first else { return "Its first id lies before the lowest of its log." }
        return last <= head.next.id ? nil : "Its next id lies before its last message."
    }
}

extension LogPage.Entry {
    /// - Throws: ``MarkupError`` only where the id cannot be read or the element is unknown: all else is a bad message.
    init(reading element: Element, from source: ArraySlice<UInt8>) throws(MarkupError) {
        let id = try Self.id(of: element)
        do throws(Refusal) {
            self = try Self.judged(element, id)
        } catch {
            self = .bad(id, BadMessage(reason: error, raw: Array(source.prefix(Self.rawBytes))))
        }
    }

    /// Bytes of a bad message that are kept as evidence, at most.
    private static let rawBytes = 64 * 1024

    private static func id(of element: Element) throws(MarkupError) -> LogID {
        guard element.name == "message" || element.name == "gone" else {
            throw MarkupError("It has an unknown element <\(element.name.prefix(40))>.")
        }
        guard let id = try? element.id("id"), id > .zero else {
            throw MarkupError("A message has no id, or one that is not from 1 to 2^63 - 1.")
        }
        return id
    }

    private static func judged(_ element: Element, _ id: LogID) throws(Refusal) -> LogPage.Entry {
        element.name == "gone" ? .gone(id, try element.bytes("digest")) : .message(id, try Message(reading: element))
    }
}

extension Message {
    /// - Throws: ``Refusal`` with what is wrong in an attribute or a field.
    init(reading element: Element) throws(Refusal) {
        try self.init(
            origin: try element.bytes("origin"),
            stamp: Stamp(rawValue: try element.number("stamp")),
            nonce: try element.bytes("nonce"),
            fields: try element.fields(),
            signature: try element.bytes("sig")
        )
    }
}
