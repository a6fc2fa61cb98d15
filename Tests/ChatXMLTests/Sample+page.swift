import ChatModel
import TestSupport

extension Sample {
    /// The start tag of a log page's root, as text.
    static let root =
        "<chat version=\"1\" node=\"\(head.node)\" name=\"laptop\" instance=\"\(head.instance)\""
        + " low=\"1\" high=\"58\" next=\"58\" mark=\"\(head.next.mark)\">"

    /// A valid message of a log page, with the id 7.
    static let element = element(id: 7)

    static func element(id: UInt64, _ fields: String = "<text>This is a test</text><user>jack</user>") -> String {
        let message = try! message()
        return "<message id=\"\(id)\" origin=\"\(message.origin)\" stamp=\"\(message.stamp.rawValue)\""
            + " nonce=\"\(message.nonce)\" sig=\"\(message.signature)\" salt=\"\(salt)\">\(fields)</message>"
    }

    /// A log page with these contents.
    static func page(_ contents: String) -> String { root + contents + "</chat>" }
}
