import ChatModel

/// Peers whose pages are unreadable.
extension Misbehaviour {
    /// A peer that spoils each page that has its fifth message whole.
    private static func page(
        _ name: String, warning: String, _ spoil: @escaping @Sendable (PeerPage) -> [UInt8]
    ) -> Misbehaviour {
        Misbehaviour(name, warning: warning).with {
            $0.missingIDs = [spoiledID]
            $0.requests = 12
            $0.answer = { request, log in
                guard let page = log.page(request), page.contains(spoiledID) else { return log.answer(request) }
                return .body(spoil(page))
            }
        }
    }

    /// A peer that inserts `text` into the text of its fifth message.
    private static func page(_ name: String, warning: String, inserting text: String) -> Misbehaviour {
        page(name, warning: warning) { $0.replacing(" \(spoiledID)</text>", with: text + " \(spoiledID)</text>") }
    }

    /// A peer that spoils each page.
    static func noPage(
        _ name: String, warning: String, _ spoil: @escaping @Sendable (PeerPage) -> [UInt8]
    ) -> Misbehaviour {
        Misbehaviour(name, warning: warning).with {
            $0.storedIDs = []
            $0.recovery = .byItself
            $0.answer = { request, log in log.page(request).map { .body(spoil($0)) } ?? log.answer(request) }
        }
    }

    /// A document type whose last entity expands to 2 GiB.
    private static let bomb =
        "<!DOCTYPE chat [<!ENTITY a0 \"ha\">"
        + (1...30).map { "<!ENTITY a\($0) \"&a\($0 - 1);&a\($0 - 1);\">" }.joined() + "]>"

    /// 380,000 attributes, which just fit into a page of 4 MiB.
    private static let attributes = (0..<380_000).map { " a\($0)=''" }.joined()

    /// One message makes its page unreadable.
    static let unreadable: [Misbehaviour] = [
        page("sends a page that is not well-formed", warning: "not well-formed") {
            $0.replacing(" \(spoiledID)</text>", with: " \(spoiledID)</user>")
        },
        page("sends a page that is cut off", warning: "ends within a tag") { page in
            let bytes = page.bytes
            return Array(bytes.prefix(bytes.count - 40))
        },
        page("sends 380,000 attributes in one tag", warning: "A tag has more than 32 attributes") {
            $0.replacing("<message id=\"\(spoiledID)\"", with: "<message id=\"\(spoiledID)\"" + attributes)
        },
        page(
            "sends 100,000 nested elements", warning: "nested too deep",
            inserting:
                String(repeating: "<a>", count: 100_000) + String(repeating: "</a>", count: 100_000)),
        page("sends an undeclared entity", warning: "& that is neither", inserting: "&a30;"),
        page(
            "sends a document type within a message", warning: "comment, CDATA, document type",
            inserting: bomb + "&a30;"),
        page("sends descending ids", warning: "The ids of the page do not ascend") { page in
            let last = String(decoding: page.elements.last ?? [], as: UTF8.self)
            var page = page
            page.elements.append(Array(last.replacing(#/ id="[0-9]+"/#, with: " id=\"1\"").utf8))
            return page.bytes
        },
        page("sends an id twice", warning: "The ids of the page do not ascend") { page in
            var page = page
            page.elements += page.elements.suffix(1)
            return page.bytes
        },
        page("sends an id above 2^53", warning: "not from 1 to 2^53") {
            $0.replacing("<message id=\"\(spoiledID)\"", with: "<message id=\"9007199254740993\"")
        },
        page(
            "sends a next id below its last message", warning: "next id of the page is below the id of its last message"
        ) {
            var page = $0
            page.head.next = LogPosition(id: LogID.zero.advanced(by: 4), mark: page.head.next.mark)
            return page.bytes
        },
        page("sends a next id above its highest id", warning: "next id of the page is above the highest") {
            var page = $0
            page.head.next = LogPosition(id: page.head.high.advanced(by: 1), mark: page.head.next.mark)
            return page.bytes
        },
    ]

    /// No answer of the peer is a page.
    static let noPages: [Misbehaviour] = [
        noPage("sends 380,000 attributes in the root element", warning: "A tag has more than 32 attributes") {
            $0.replacing("<chat", with: "<chat" + attributes)
        },
        noPage("sends a document type with an entity bomb", warning: "document type") {
            Array((bomb + "<chat>&a30;</chat>").utf8) + $0.bytes
        },
        noPage("sends UTF-16", warning: "a control character") { page in
            [0xff, 0xfe]
                + String(decoding: page.bytes, as: UTF8.self).utf16.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] }
        },
        noPage("sends a byte order mark", warning: "byte order mark") { [0xef, 0xbb, 0xbf] + $0.bytes },
        noPage("sends a highest id above 2^53", warning: "an id is at most 2^53") { page in
            page.replacing("high=\"\(page.head.high)\"", with: "high=\"9007199254740993\"")
        },
        noPage("sends an HTML document", warning: "not <chat>") { _ in Array("<html><body>Sign in</body></html>".utf8)
        },
        noPage("sends an empty body", warning: "ends before the end tag of its root") { _ in [] },
    ]
}
