public import ChatModel

/// Why a request to a node failed.
public struct ChatClientError: Error, Sendable, CustomStringConvertible {
    public enum Kind: Sendable, Hashable {
        /// The connection failed, or broke before the answer was complete.
        case unreachable
        /// The head of the answer did not arrive before the deadline.
        case noAnswer
        /// The body of the answer stopped, or was not complete before the deadline.
        case tooSlow
        /// The answer is larger than a page may be.
        case tooLarge
        /// The node's log does not contain the requested position: 409 with the code `cursor-unknown`.
        case cursorUnknown
        /// The node answered with another status than 200. The code is nil if the answer is not a `<failure>`.
        case refused(status: Int, FailureCode?)
        /// The answer is not the document that was requested, or cannot be read.
        case noPage
    }

    public let kind: Kind
    /// One sentence for a person, which names the node's address.
    public let sentence: String

    init(_ kind: Kind, _ sentence: String) {
        self.kind = kind
        self.sentence = sentence
    }

    public var description: String { sentence }
}
