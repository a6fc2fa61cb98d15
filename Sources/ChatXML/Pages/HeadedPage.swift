import ChatModel

/// A page whose root element was read, and whose messages were not.
struct HeadedPage {
    let head: PageHead
    private let document: HardenedDocument

    /// Reads the root element of a page.
    ///
    /// - Parameter version: the required value of the attribute `version`; nil if pages of this kind have none.
    /// - Throws: ``PageError`` `noReadableRoot`.
    init(_ bytes: [UInt8], version: UInt64?) throws(PageError) {
        (document, head) = try PageError.replacingRefusal { () throws(Refusal) in
            let document = try HardenedDocument(bytes)
            return (document, try Self.head(try document.root(), version))
        }
    }

    private static func head(_ root: Element, _ version: UInt64?) throws(Refusal) -> PageHead {
        guard root.name == "chat" else { throw Refusal(markup: "The root is <\(root.name.prefix(40))>, not <chat>.") }
        if let version, root.attributes["version"] != String(version) {
            guard let other = root.attributes["version"] else {
                throw Refusal(markup: "The root has no attribute 'version'; the answer is not a page of a log.")
            }
            throw Refusal(
                markup:
                    "The page has version '\(other.prefix(20))', not \(version); one of the two nodes needs a newer program."
            )
        }
        return try PageHead(reading: root)
    }

    /// The bytes after the root's start tag; nil if the root is empty.
    var content: ArraySlice<UInt8>? { document.content }

    /// Calls `read` with each child of the root that has one of these names, in order, and returns the results. Ignores other children: they belong to later versions.
    ///
    /// - Throws: ``PageError`` `unreadable`, also if `read` throws.
    func entries<Entry>(
        named names: Set<String>, _ read: (Element) throws(Refusal) -> Entry
    ) throws(PageError) -> [Entry] {
        try PageError.replacingRefusal(with: PageError.unreadable) { () throws(Refusal) in
            let root = try document.tree()
            guard root.hasOnlyWhiteSpace else { throw Refusal(markup: "The page has text outside its messages.") }
            let known = root.children.filter { names.contains($0.name) }
            try requireLimits(known.map(\.name))
            var entries: [Entry] = []
            for child in known { entries.append(try read(child)) }
            return entries
        }
    }

    /// - Parameter names: the names of the root's known children.
    private func requireLimits(_ names: [String]) throws(Refusal) {
        let (messages, origins) = (names.count { $0 == "message" }, names.count { $0 == "origin" })
        guard messages <= Limits.pageMessages else {
            throw Refusal(markup: "The page has more than \(Limits.pageMessages) messages.")
        }
        guard names.count - origins <= Limits.listEntries, origins <= Limits.listEntries else {
            throw Refusal(markup: "The page has more than \(Limits.listEntries) entries, or names more origins.")
        }
    }
}

extension PageHead {
    /// - Throws: ``Refusal`` with `bad-value` or `bad-public-key`.
    init(reading root: Element) throws(Refusal) {
        self.init(
            node: try root.bytes("node"),
            name: try root.attribute("name"),
            instance: try root.bytes("instance"),
            group: try root.group(elseIn: .none),
            low: try root.id("low"),
            high: try root.id("high"),
            next: LogPosition(id: try root.id("next"), mark: try root.bytes("mark")),
            // A malformed time counts as absent. JavaScript has no time as late as 2^64 ms.
            now: (try? root.number("now")).map { min(UnixTime(milliseconds: $0), Stamp.latest.time) },
            done: root.attributes["done"] == nil ? nil : Int(clamping: try root.number("done"))
        )
    }
}
