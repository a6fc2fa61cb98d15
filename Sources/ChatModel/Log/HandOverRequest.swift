/// A request for a part of a peer's log, which the peer fetches and answers over a link that it has opened itself.
public struct HandOverRequest: Hashable, Sendable {
    public enum Content: Hashable, Sendable {
        case page(PullRequest)
        /// The messages with these digests: 1 to ``Limits/requestedDigests`` different ones.
        case messages([Digest])

        /// Seconds for which the peer may delay the answer.
        public var waitSeconds: Int {
            switch self {
            case .page(let request): request.waitSeconds
            case .messages: 0
            }
        }
    }

    /// The longest time from the end of the wait to the end of the page. After it, the peer gives up.
    public static let transferTime = Duration.seconds(75)

    /// Identifies the request in its answer.
    public let id: UInt64
    public let content: Content

    public init(id: UInt64, content: Content) {
        self.id = id
        self.content = content
    }
}
