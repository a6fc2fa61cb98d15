import ChatModel
import ChatXML

/// A page for `view=log`, open to be spoiled: what it holds is written as it is given.
struct PeerPage: Sendable {
    var head: PageHead
    var elements: [[UInt8]]

    var bytes: [UInt8] { Self.root(head) + elements.joined() + "</chat>\n".utf8 }

    /// The same page with a part replaced wherever it stands.
    func replacing(_ part: String, with other: String) -> [UInt8] {
        Array(String(decoding: bytes, as: UTF8.self).replacing(part, with: other).utf8)
    }

    /// The root's start tag, as the program writes it.
    static func root(_ head: PageHead) -> [UInt8] {
        Array(PageWriter(.log).end(head: head).dropLast("</chat>\n".utf8.count))
    }

    /// A message, as the program writes it.
    static func element(_ id: LogID, _ message: Message, _ head: PageHead) -> [UInt8] {
        var writer = PageWriter(.log)
        writer.append(id: id, message: message, arrival: message.stamp.time)
        let content = writer.end(head: head).drop { $0 != UInt8(ascii: "\n") }
        return Array(content.dropFirst().dropLast("</chat>\n".utf8.count))
    }
}
