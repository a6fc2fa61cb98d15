import ChatModel
import Foundation

/// A peer's reaction to a request, correct or not.
enum PeerAnswer: Sendable {
    /// Sends the bytes and keeps the connection.
    case send([UInt8])
    /// Sends the bytes after a time and keeps the connection.
    case sendLater([UInt8], after: Duration)
    /// Sends the bytes and closes the connection.
    case sendAndClose([UInt8])
    /// Sends the bytes and resets the connection.
    case sendAndReset([UInt8])
    /// Sends the first bytes, then the second ones repeatedly as fast as the client reads, up to a number of bytes.
    case stream([UInt8], [UInt8], upToBytes: Int)
    /// Sends the first bytes, then the second ones repeatedly with a pause before each.
    case drip([UInt8], [UInt8], every: Duration)
    /// Sends nothing and keeps the connection.
    case silence

    /// An answer with a body and its length.
    static func body(_ body: [UInt8], status: String = "200 OK", headers: String = "") -> PeerAnswer {
        .send(head(of: body.count, status: status, headers: headers) + body)
    }

    /// A correct page.
    static func page(_ page: PeerPage) -> PeerAnswer { body(page.bytes) }

    /// A correct page. An empty page is delayed by as many seconds as the request may wait.
    static func page(_ page: PeerPage, to request: PeerRequest) -> PeerAnswer {
        guard page.elements.isEmpty, request.waitSeconds > 0 else { return .page(page) }
        return .sendLater(head(of: page.bytes.count) + page.bytes, after: .seconds(request.waitSeconds))
    }

    /// A failure in the form of a node.
    static func failure(_ status: String, code: String, _ sentence: String) -> PeerAnswer {
        body(Array("<failure code=\"\(code)\">\(sentence)</failure>".utf8), status: status)
    }

    /// The response head of a body of so many bytes.
    static func head(of bodyBytes: Int, status: String = "200 OK", headers: String = "") -> [UInt8] {
        Array("HTTP/1.1 \(status)\r\nContent-Length: \(bodyBytes)\r\n\(headers)\r\n".utf8)
    }
}

/// The parameters of a puller's request for `messages.php?view=log`, by GET for a range of the log, by POST for messages by
/// their digests.
struct PeerRequest: Sendable {
    /// The digests of the requested messages; nil in a request for a range of the log.
    let digests: Set<Digest>?
    let past: LogID
    let mark: String?
    let have: Cursor?
    let limit: Int
    /// The messages that the puller wants whole.
    let bodies: Bodies
    let waitSeconds: Int
    /// The node key of the requester; nil in a request by digests.
    let node: PublicKey?
    /// The instance of the requester; nil in a request by digests.
    let instance: Instance?

    /// Reads a request.
    ///
    /// - Parameter head: the request's head up to the empty line.
    /// - Returns: nil if the request is not one of a puller.
    init?(head: Substring, body: Substring) {
        let target = head.prefix { $0 != "\r\n" }.split(separator: " ").dropFirst().first ?? ""
        let query = head.hasPrefix("POST ") ? "?\(body)" : String(target)
        let items = URLComponents(string: query)?.queryItems ?? []
        let values = Dictionary(items.map { ($0.name, $0.value ?? "") }) { _, last in last }
        guard values["view"] == "log" else { return nil }
        digests = values["digests"].map { Set($0.split(separator: ",").compactMap { try? Digest(base64URL: $0) }) }
        past = LogID(decimal: values["past"] ?? "") ?? .zero
        mark = values["mark"]
        have = values["have"].flatMap { Cursor($0) }
        limit = Int(values["limit"] ?? "") ?? Limits.pageMessagesDefault
        bodies = values["bodies"].flatMap(Bodies.init) ?? .all
        waitSeconds = Int(values["wait"] ?? "") ?? 0
        node = values["node"].flatMap { try? PublicKey(base64URL: $0) }
        instance = values["instance"].flatMap { try? Instance(base64URL: $0) }
        guard digests != nil || node != nil && instance != nil else { return nil }
    }

    /// The number of bytes in the body of a request with this head.
    static func bodyBytes(_ head: Substring) -> Int {
        let name = "content-length:"
        let line = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix(name) }
        return line.flatMap { Int($0.dropFirst(name.count).drop { $0 == " " }) } ?? 0
    }
}
