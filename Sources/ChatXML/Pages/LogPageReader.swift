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
