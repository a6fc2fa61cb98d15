public import ChatModel

/// Why a node did not answer as it should.
public struct ChatClientError: Error, Sendable, CustomStringConvertible {
    public enum Kind: Sendable, Hashable {
        /// No connection, or it broke before the answer was there.
        case unreachable
        /// No head of an answer in time.
        case noAnswer
        /// The answer began and did not go on in time.
        case tooSlow
        /// The answer had more bytes than it may.
        case tooLarge
        /// The node's log is not the one that was meant: 409 `cursor-unknown`.
        case cursorUnknown
        /// The node refused, with this status.
        case refused(status: Int, Refusal.Code?)
        /// The answer's root could be read, the rest not. The root says this.
        case unreadable(PageHead)
        /// The answer is nothing that a node sends.
        case noPage
    }

    public let kind: Kind
    /// What happened, for a person.
    public let sentence: String

    init(_ kind: Kind, _ sentence: String) {
        self.kind = kind
        self.sentence = sentence
    }

    public var description: String { sentence }
}
