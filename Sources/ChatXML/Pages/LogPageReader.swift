public import ChatModel

/// Parses log pages, which peers send for `view=log`.
public enum LogPageReader {
    /// Parses a page of the version that a puller asks for, ``LogPage/highestVersion``. A malformed message becomes
    /// ``LogPage/Entry/bad(_:_:)``, and a message of a later form ``LogPage/Entry/laterForm(_:form:_:)``; neither affects the
    /// others.
    ///
    /// In the returned page, the ids ascend strictly, `low` is at most the first id, and `next` is at least the last id
    /// and at most `high`. This function does not verify signatures, ignores unknown elements and attributes, and
    /// does not check whether the page begins where the request wanted.
    ///
    /// - Parameter group: the group of the reading node. If the root of the page names another group, this function throws
    ///   and does not read the messages.
    /// - Throws: ``PageError``.
    /// - Complexity: O(bytes); about 4 µs a message of a page as ``PageWriter`` writes it. Blocks, so do not call it on Swift's
    ///   cooperative threads.
    public static func read(_ bytes: [UInt8], in group: GroupID) throws(PageError) -> LogPage {
        try read(bytes, in: group, withScanner: true)
    }

    /// - Parameter withScanner: whether ``LogPageScanner`` may read the entries instead of the XML parser.
    static func read(_ bytes: [UInt8], in group: GroupID, withScanner: Bool) throws(PageError) -> LogPage {
        let page = try HeadedPage(bytes, version: LogPage.highestVersion)
        guard group.accepts(page.head.group) else { throw .foreignGroup(page.head.group) }
        let entries = try entries(of: page, withScanner: withScanner)
        if let sentence = broken(page.head, entries.map(\.id)) { throw .unreadable(sentence) }
        return LogPage(head: page.head, entries: entries)
    }

    private static func entries(of page: HeadedPage, withScanner: Bool) throws(PageError) -> [LogPage.Entry] {
        if withScanner, let content = page.content, let entries = LogPageScanner.entries(in: content, on: page.head) {
            return entries
        }
        var origins: [PublicKey?] = []
        return try page.entries(named: ["message", "listed", "gone", "damaged", "origin"]) {
            element throws(Refusal) -> LogPage.Entry? in
            if element.name == "origin" {
                // A key that breaks a rule is missed by the messages that are listed with it.
                origins.append(try? element.bytes("key"))
                return nil
            }
            return try LogPage.Entry(reading: element, on: page.head, origins)
        }.compactMap(\.self)
    }

    /// Returns what is wrong with the ids of a page; nil if they are valid.
    private static func broken(_ head: PageHead, _ ids: [LogID]) -> String? {
        guard zip(ids, ids.dropFirst()).allSatisfy(<) else { return "The ids of the page do not ascend." }
        guard head.next.id <= head.high else { return "The next id of the page is above the highest id of its log." }
        guard let first = ids.first, let last = ids.last else { return nil }
        guard head.low <= first else {
            return "The page's first message has an id below the lowest id that the page states for its log."
        }
        return last <= head.next.id ? nil : "The next id of the page is below the id of its last message."
    }
}

extension LogPage.Entry {
    /// Parses an entry. Anything wrong except its id makes it a bad message.
    ///
    /// - Throws: ``Refusal`` if the id is invalid.
    ///
    /// - Parameter origins: the keys that the page has named so far.
    init(reading element: Element, on head: PageHead, _ origins: [PublicKey?]) throws(Refusal) {
        let id = try Self.id(of: element)
        do throws(Refusal) {
            self = try Self.judged(element, id, on: head, origins)
        } catch {
            self = .bad(id, error)
        }
    }

    private static func id(of element: Element) throws(Refusal) -> LogID {
        guard let id = try? element.id("id"), id > .zero else {
            throw Refusal(markup: "A message has no id, or an id that is not from 1 to 2^53.")
        }
        return id
    }

    private static func judged(
        _ element: Element, _ id: LogID, on head: PageHead, _ origins: [PublicKey?]
    ) throws(Refusal) -> LogPage.Entry {
        switch element.name {
        case "gone": return .gone(id, try element.bytes("digest"))
        case "damaged": return .damaged(id, try element.bytes("digest"))
        default: break
        }
        let form = try element.form()
        guard form <= Message.highestForm else { return .laterForm(id, form: form, try element.bytes("digest")) }
        return element.name == "listed"
            ? .listed(id, try ListedMessage(reading: element, on: head, origins))
            : .message(id, try Message(reading: element, on: head))
    }
}

extension Element {
    /// Returns the form of a `<message>`: the attribute `form`, 1 if it is absent.
    ///
    /// - Throws: ``Refusal`` with `bad-value`.
    fileprivate func form() throws(Refusal) -> UInt64 {
        guard attributes["form"] != nil else { return 1 }
        let form = try number("form")
        guard form > 0 else {
            throw Refusal(.badValue, "The attribute 'form' of a message is 0; the lowest value is 1.")
        }
        return form
    }
}

extension Message {
    /// - Throws: ``Refusal`` with the code of an invalid attribute or field.
    init(reading element: Element, on head: PageHead) throws(Refusal) {
        self.init(
            origin: try element.bytes("origin"),
            group: try element.messageGroup(on: head),
            stamp: Stamp(rawValue: try element.number("stamp")),
            nonce: try element.bytes("nonce"),
            fields: try Fields(
                element.fields(), salt: element.attributes["salt"] == nil ? nil : try element.bytes("salt")),
            signature: try element.bytes("sig")
        )
    }
}

extension ListedMessage {
    /// - Throws: ``Refusal`` with `bad-value`.
    init(reading element: Element, on head: PageHead, _ origins: [PublicKey?]) throws(Refusal) {
        let number = Int(clamping: try element.number("origin"))
        guard origins.indices.contains(number), let origin = origins[number] else {
            throw Refusal(.badValue, "The attribute origin of <listed> is not the number of an <origin> before it.")
        }
        self.init(
            digest: try element.bytes("digest"), origin: origin, group: try element.messageGroup(on: head),
            lacksValues: element.attributes["values"] == "none")
    }
}

extension Element {
    /// Returns the group of a message: that of the page unless the message names another one. An empty attribute means none.
    ///
    /// - Throws: ``Refusal`` with `bad-value`.
    fileprivate func messageGroup(on head: PageHead) throws(Refusal) -> GroupID {
        attributes["group"] == "" ? .none : try group(elseIn: head.group)
    }
}
