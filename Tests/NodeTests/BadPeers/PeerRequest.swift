import ChatModel
import Foundation

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
