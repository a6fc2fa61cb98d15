public import ChatModel

/// Why a request to a node failed.
public struct ChatClientError: Error, Sendable, CustomStringConvertible {
    public enum Kind: Error, Sendable, Hashable {
        case unreachable(ConnectionProblem)
        /// The connection broke during the answer.
        case brokenOff(ConnectionProblem)
        /// The head of the answer did not arrive within this time.
        case noAnswer(after: Duration)
        /// The body of the answer stopped, or was not complete before the deadline.
        case tooSlow
        /// The answer is larger than a page may be.
        case tooLarge
        /// The node's log does not contain the requested position: 409 with the code `cursor-unknown`; with the node's
        /// sentence.
        case cursorUnknown(sentence: String)
        /// The node answered with another status than 200; with its `<failure>`, if that is the answer.
        case refused(status: Int, Refusal?)
        /// The answer is a web page (`text/html`), which a node does not send here, and neither a redirect nor a failure of a
        /// server. Another program answers at this address.
        case webPage
        /// The answer is not the document that was requested, or cannot be read.
        case noPage(reason: String)
    }

    public let address: NodeAddress
    public let kind: Kind

    init(_ address: NodeAddress, _ kind: Kind) {
        self.address = address
        self.kind = kind
    }

    /// One sentence for a person, which names the node's address.
    public var description: String {
        switch kind {
        case .unreachable(let problem): "\(address) cannot be reached: \(problem)."
        case .brokenOff(let problem): "The connection to \(address) broke during the answer: \(problem)."
        case .noAnswer(let time): "\(address) did not answer within \(time)."
        case .tooSlow: "The answer of \(address) did not arrive in time."
        case .tooLarge: "The answer of \(address) is larger than the limit of \(Limits.pulledPageBytes) bytes."
        case .cursorUnknown(let sentence): "\(address) answered 409: \(sentence)"
        case .refused(let status, let refusal):
            "\(address) answered \(status)\(refusal.map { ": \($0.sentence)" } ?? ".")"
        case .webPage:
            "\(address) answered with a web page, not as a Tidings node. Check the address and the port."
        case .noPage(let reason): "\(address) sent an answer that cannot be read. \(reason)"
        }
    }
}
