import ChatModel

/// Pages that cannot be read.
extension Misbehaviour {
    /// Pages that hold the fifth message are spoiled.
    private static func page(
        _ name: String, says: String, _ spoil: @escaping @Sendable (PeerPage) -> [UInt8]
    ) -> Misbehaviour {
        Misbehaviour(name, says: says).with {
            $0.skipped = 1
            $0.requests = 12
            $0.answer = { request, log in
                guard let page = log.page(request), page.holds(poison) else { return log.answer(request) }
                return .body(spoil(page))
            }
        }
    }

    /// Pages in which something stands before the fifth message's text.
    private static func page(_ name: String, says: String, before text: String) -> Misbehaviour {
        page(name, says: says) { $0.replacing(" \(poison)</text>", with: text + " \(poison)</text>") }
    }

    /// Each page is spoiled so that it is none.
    static func noPage(
        _ name: String, says: String, _ spoil: @escaping @Sendable (PeerPage) -> [UInt8]
    ) -> Misbehaviour {
        Misbehaviour(name, says: says).with {
            $0.arriving = []
            $0.recovery = .byItself
            $0.answer = { request, log in log.page(request).map { .body(spoil($0)) } ?? log.answer(request) }
        }
    }

    private static let bomb =
        "<!DOCTYPE chat [<!ENTITY a0 \"ha\">"
        + (1...30).map { "<!ENTITY a\($0) \"&a\($0 - 1);&a\($0 - 1);\">" }.joined() + "]>"

    /// As many as a page that is read may hold.
    private static let attributes = (0..<380_000).map { " a\($0)=''" }.joined()

    static let unreadable: [Misbehaviour] = [
        page("a page that is not well-formed", says: "not well-formed") {
            $0.replacing(" \(poison)</text>", with: " \(poison)</user>")
        },
        page("a page that is cut short", says: "It ends within a tag") { page in
            let bytes = page.bytes
            return Array(bytes.prefix(bytes.count - 40))
        },
        page("380,000 attributes in one tag", says: "A tag has more than 32 attributes") {
            $0.replacing("<message id=\"\(poison)\"", with: "<message id=\"\(poison)\"" + attributes)
        },
        page(
            "100,000 elements one in the other", says: "nested too deep",
            before:
                String(repeating: "<a>", count: 100_000) + String(repeating: "</a>", count: 100_000)),
        page("an entity that nobody declared", says: "& that is neither", before: "&a30;"),
        page("a document type within", says: "comment, CDATA, document type", before: bomb + "&a30;"),
        page("ids that descend", says: "Its ids do not ascend") { page in
            let last = String(decoding: page.elements.last ?? [], as: UTF8.self)
            var page = page
            page.elements.append(Array(last.replacing(#/ id="[0-9]+"/#, with: " id=\"1\"").utf8))
            return page.bytes
        },
        page("ids that repeat", says: "Its ids do not ascend") { page in
            var page = page
            page.elements += page.elements.suffix(1)
            return page.bytes
        },
        page("an id above 2^63", says: "not from 1 to 2^63") {
            $0.replacing("<message id=\"\(poison)\"", with: "<message id=\"9223372036854775809\"")
        },
        page("next before the last message", says: "Its next id lies before its last message") {
            var page = $0
            page.head.next = LogPosition(id: LogID.zero.advanced(by: 4), mark: page.head.next.mark)
            return page.bytes
        },
        page("next beyond high", says: "Its next id lies after the highest") {
            var page = $0
            page.head.next = LogPosition(id: page.head.high.advanced(by: 1), mark: page.head.next.mark)
            return page.bytes
        },
    ]

    static let noPages: [Misbehaviour] = [
        noPage("380,000 attributes in the root", says: "A tag has more than 32 attributes") {
            $0.replacing("<chat", with: "<chat" + attributes)
        },
        noPage("a document type with an entity bomb", says: "document type") {
            Array((bomb + "<chat>&a30;</chat>").utf8) + $0.bytes
        },
        noPage("UTF-16", says: "byte order mark") { page in
            [0xff, 0xfe]
                + String(decoding: page.bytes, as: UTF8.self).utf16.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] }
        },
        noPage("a byte order mark", says: "byte order mark") { [0xef, 0xbb, 0xbf] + $0.bytes },
        noPage("a high above 2^63", says: "not below 2^63") { page in
            page.replacing("high=\"\(page.head.high)\"", with: "high=\"9223372036854775809\"")
        },
        noPage("another format's page", says: "not <chat>") { _ in Array("<html><body>Sign in</body></html>".utf8) },
        noPage("nothing", says: "sent what is no page") { _ in [] },
    ]
}

extension PeerPage {
    func holds(_ id: UInt64) -> Bool {
        elements.contains { $0.starts(with: Array("<message id=\"\(id)\"".utf8)) }
    }
}
