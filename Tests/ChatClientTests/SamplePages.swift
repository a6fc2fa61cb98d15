import ChatModel
import ChatXML

/// Pages of a node with fixed values.
enum SamplePages {
    static let key = try! SigningKey(seed: Array(0..<32))
    static let instance = try! Instance(bytes: 0..<16)
    static let head = PageHead(
        node: key.publicKey, name: "laptop", instance: instance, low: id(1), high: id(58),
        next: LogPosition(id: id(58), mark: try! Mark(bytes: 100..<116)))

    static func id(_ number: UInt64) -> LogID { LogID(rawValue: number)! }

    static let message = try! VerifiedMessage(
        Fields([.init(.user, FieldValue("jack")), .init(.text, FieldValue("This is a test"))]),
        at: Stamp(rawValue: 1 << 40), nonce: Nonce(bytes: 1...8), signing: key
    ).message

    static func page(_ view: PageView) -> String {
        var writer = PageWriter(view)
        writer.append(id: id(7), message: message, arrival: UnixTime(milliseconds: 5))
        return String(decoding: writer.end(head: head), as: UTF8.self)
    }

    static func pull(_ from: LogStart = .beginning, waitSeconds: Int = 0) -> PullRequest {
        PullRequest(from: from, limit: 100, waitSeconds: waitSeconds, node: key.publicKey, instance: instance)
    }
}
