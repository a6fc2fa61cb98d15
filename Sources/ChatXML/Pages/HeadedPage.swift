import ChatModel

/// A page whose root has been read and whose messages have not.
struct HeadedPage {
    let head: PageHead
    private let document: HardenedDocument

    /// - Parameter version: what the root's `version` must be; nothing where the page has none.
    /// - Throws: ``PageError`` `noReadableRoot`.
    init(_ bytes: [UInt8], version: String?) throws(PageError) {
        do throws(MarkupError) {
            document = try HardenedDocument(bytes)
            head = try Self.head(try document.root(), version)
        } catch {
            throw .noReadableRoot(error.sentence)
        }
    }

    private static func head(_ root: Element, _ version: String?) throws(MarkupError) -> PageHead {
        guard root.name == "chat" else { throw MarkupError("Its root is <\(root.name.prefix(40))>, not <chat>.") }
        if let version, root.attributes["version"] != version {
            throw MarkupError("Its version is not \(version); one of the two nodes needs a newer program.")
        }
        do throws(Refusal) {
            return try PageHead(reading: root)
        } catch {
            throw MarkupError(error.sentence)
        }
    }

    /// Reads what stands in the root, each child with the bytes it was read from, in order.
    ///
    /// - Throws: ``PageError`` `unreadable`, also where `read` throws.
    func entries<Entry>(
        _ read: (Element, ArraySlice<UInt8>) throws(MarkupError) -> Entry
    ) throws(PageError) -> [Entry] {
        do throws(MarkupError) {
            let (root, sources) = try document.tree()
            guard root.hasOnlyWhiteSpace else { throw MarkupError("Text stands between its messages.") }
            guard root.children.count <= Limits.pageMessages else {
                throw MarkupError("It has more than \(Limits.pageMessages) messages.")
            }
            var entries: [Entry] = []
            for (child, source) in zip(root.children, sources) { entries.append(try read(child, source)) }
            return entries
        } catch {
            throw unreadable(error.sentence)
        }
    }

    func unreadable(_ sentence: String) -> PageError { .unreadable(sentence, head: head) }
}

extension PageHead {
    /// - Throws: ``Refusal`` with `bad-value` or `bad-key`.
    init(reading root: Element) throws(Refusal) {
        self.init(
            node: try root.bytes("node"),
            name: try root.attribute("name"),
            instance: try root.bytes("instance"),
            low: try root.id("low"),
            high: try root.id("high"),
            next: LogPosition(id: try root.id("next"), mark: try root.bytes("mark"))
        )
    }
}
