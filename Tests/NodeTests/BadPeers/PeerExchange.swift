import ChatModel
import Foundation

/// What a peer does with a request, right or wrong.
enum PeerAnswer: Sendable {
    /// Sends this and keeps the connection.
    case send([UInt8])
    /// Sends this after a time, and keeps the connection.
    case sendLater([UInt8], after: Duration)
    /// Sends this and closes the connection.
    case sendAndClose([UInt8])
    /// Sends the first, then the second again and again as fast as it is taken, up to so many bytes.
    case stream([UInt8], [UInt8], upToBytes: Int)
    /// Sends the first, then the second again and again with a pause in between.
    case drip([UInt8], [UInt8], every: Duration)
    /// Sends nothing and keeps the connection.
    case silence

    /// An answer with a body.
    static func body(_ body: [UInt8], status: String = "200 OK", headers: String = "") -> PeerAnswer {
        .send(head(of: body.count, status: status, headers: headers) + body)
    }

    /// A page as it should be.
    static func page(_ page: PeerPage) -> PeerAnswer { body(page.bytes) }

    /// A page as it should be, held back for so long as it was asked where there is nothing in it.
    static func page(_ page: PeerPage, to request: PeerRequest) -> PeerAnswer {
        guard page.elements.isEmpty, request.waitSeconds > 0 else { return .page(page) }
        return .sendLater(head(of: page.bytes.count) + page.bytes, after: .seconds(request.waitSeconds))
    }

    /// A failure as nodes write it.
    static func failure(_ status: String, code: String, _ sentence: String) -> PeerAnswer {
        body(Array("<failure code=\"\(code)\">\(sentence)</failure>".utf8), status: status)
    }

    /// What stands before a body of so many bytes.
    static func head(of bodyBytes: Int, status: String = "200 OK", headers: String = "") -> [UInt8] {
        Array("HTTP/1.1 \(status)\r\nContent-Length: \(bodyBytes)\r\n\(headers)\r\n".utf8)
    }
}

/// What a puller asked of a peer: the parameters of `messages.php?view=log`.
struct PeerRequest: Sendable {
    let past: LogID
    let mark: String?
    let have: Cursor?
    let limit: Int
    let waitSeconds: Int
    /// Who asks.
    let node: PublicKey
    let instance: Instance

    /// - Parameter head: a request's head, up to the empty line.
    init?(head: Substring) {
        let target = head.prefix { $0 != "\r\n" }.split(separator: " ").dropFirst().first ?? ""
        let items = URLComponents(string: String(target))?.queryItems ?? []
        let values = Dictionary(items.map { ($0.name, $0.value ?? "") }) { _, last in last }
        guard values["view"] == "log", let node = try? PublicKey(base64URL: values["node"] ?? ""),
            let instance = try? Instance(base64URL: values["instance"] ?? "")
        else { return nil }
        past = LogID(decimal: values["past"] ?? "") ?? .zero
        mark = values["mark"]
        have = values["have"].flatMap { Cursor($0) }
        limit = Int(values["limit"] ?? "") ?? Limits.pageMessagesDefault
        waitSeconds = Int(values["wait"] ?? "") ?? 0
        self.node = node
        self.instance = instance
    }
}
