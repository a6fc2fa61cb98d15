extension PullFailure: CustomStringConvertible {
    /// The sentence for a client. It contains no flag and no path, which are the owner's, and no text that the peer wrote.
    public var description: String {
        switch self {
        case .unreachable(let problem): "The peer cannot be reached: \(problem)."
        case .brokenOff(let problem): "The connection to the peer broke during its answer: \(problem)."
        case .noAnswer: "The peer did not answer in time."
        case .tooSlow: "The peer's answer did not arrive in time."
        case .tooLarge: "The peer's answer is larger than a page may be."
        case .refused(let status, _): Self.sentence(on: refusal, status)
        case .otherNode: "The peer's answer names another node than the one that answered."
        case .webPage:
            "A web page came from the peer's address, not the answer of a node. The address or its port may be wrong."
        case .noPage: "The peer's answer is not a page of a log."
        case .foreignGroup:
            "The peer is in another group than this node, so no messages come from it. The node's log names the groups."
        case .storeNotRead: "The store of this node could not be read."
        case .unreadable: "A page of the peer cannot be used."
        }
    }

    private static func sentence(on refusal: FailureCode?, _ status: Int) -> String {
        switch refusal {
        case .foreignHost: "The peer does not answer to the host name in its address. Its owner should allow that name."
        case .notPaired:
            "The peer does not know the key of this node. The peer's owner should invite this node, or name it as a peer."
        case .peerRemoved: "The peer's owner has removed this node."
        case .peerPaused:
            "The peer's owner has paused the exchange with this node, or has still to confirm it after a restore."
        case .pairingRequired:
            "The peer gives its messages to peers over encrypted links only, and this node asked without one."
        case .cursorUnknown: "The peer answered 409: its log does not have the requested position."
        case _ where (300..<500).contains(status):
            "The peer answered with the HTTP status \(status), not with a page. Its address may be wrong; this node's log says more."
        default:
            "The peer answered with the HTTP status \(status), not with a page. Its own log has the reason."
        }
    }
}
