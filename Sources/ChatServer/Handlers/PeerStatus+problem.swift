internal import ChatModel

extension PeerStatus.State {
    /// The sentence for a client; nil if nothing is wrong. It contains no flag and no path, which are the owner's, and no
    /// text that the peer wrote.
    var problem: String? {
        switch self {
        case .connecting, .inSync, .behind, .paused: nil
        case .failing(let failure): Self.sentence(on: failure)
        case .notStored(let code): Self.sentence(on: code)
        case .thisNode: "The address of this peer leads back to this node. The node's owner should remove the address."
        case .unconfirmed:
            "This node was restored or copied, and the peer may have been removed in between. The node's owner has to "
                + "confirm the peer or remove it; until then no messages are exchanged with it."
        }
    }

    private static func sentence(on failure: PullFailure) -> String {
        switch failure {
        case .unreachable(let problem): "The peer cannot be reached: \(problem)."
        case .brokenOff(let problem): "The connection to the peer broke during its answer: \(problem)."
        case .noAnswer: "The peer did not answer in time."
        case .tooSlow: "The peer's answer did not arrive in time."
        case .tooLarge: "The peer's answer is larger than a page may be."
        case .refused(let status, _) where (300..<500).contains(status):
            "The peer answered with the HTTP status \(status), not with a page. Its address may be wrong; this node's log says more."
        case .refused(let status, _):
            "The peer answered with the HTTP status \(status), not with a page. Its own log has the reason."
        case .hostRefused: "The peer does not answer to the host name in its address. Its owner should allow that name."
        case .notPaired:
            "The peer does not know the key of this node. The peer's owner should invite this node, or name it as a peer."
        case .removed: "The peer's owner has removed this node from its peers."
        case .paused:
            "The peer's owner has paused the exchange with this node, or has still to confirm it after a restore."
        case .linkRequired:
            "The peer gives its messages to peers over encrypted links only, and this node asked without one."
        case .otherNode: "The peer's answer names another node than the one that answered."
        case .webPage:
            "A web page came from the peer's address, not the answer of a node. The address or its port may be wrong."
        case .cursorUnknown: "The peer answered 409: its log does not have the requested position."
        case .noPage: "The peer's answer is not a page of a log."
        case .foreignGroup:
            "The peer is in another group than this node, so no messages come from it. The node's log names the groups."
        case .storeNotRead(let code): sentence(on: code)
        case .unreadable: "A page of the peer cannot be read."
        case .wrongStart: "A page of the peer does not start after the requested position."
        }
    }

    private static func sentence(on code: FailureCode) -> String {
        switch code {
        case .diskFull: "The disk of this node is full, so the peer's messages are not stored."
        case .diskReserve:
            "The disk of this node is almost full, so the peer's messages are not stored until there is more space. Messages that "
                + "are written at this node are stored."
        case .storeFull: "The store of this node is full, so the peer's messages are not stored."
        case .idsExhausted: "This node has no ids left, so the peer's messages are not stored."
        default: "This node cannot use its store, so the peer's messages are not stored. The node's log has the reason."
        }
    }
}
