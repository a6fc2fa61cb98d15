import ChatModel
import ChatXML
import TestSupport

extension Sample {
    /// A page with one message, as a node sends it.
    static func page(_ view: PageView) -> String {
        var writer = PageWriter(view)
        writer.append(id: id(7), message: try! message(), arrival: UnixTime(milliseconds: 5))
        return String(decoding: writer.end(head: head), as: UTF8.self)
    }

    /// A request for a page of at most 100 messages.
    static func pull(_ from: LogStart = .beginning, waitSeconds: Int = 0) -> PullRequest {
        PullRequest(
            from: from, limit: 100, waitSeconds: waitSeconds, node: key.publicKey, instance: instance, group: .none)
    }
}
