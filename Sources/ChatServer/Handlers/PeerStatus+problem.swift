internal import ChatModel

extension PeerStatus.State {
    /// The sentence for a client; nil if nothing is wrong. It contains no flag and no path, which are the owner's.
    var problem: String? {
        switch self {
        case .connecting, .inSync, .behind: nil
        case .failing(let failure): failure.reason
        case .notStored(let code): Self.sentence(on: code)
        case .thisNode: "The address of this peer leads back to this node. The node's owner should remove the address."
        }
    }

    private static func sentence(on code: FailureCode) -> String {
        switch code {
        case .diskFull: "The disk of this node is full, so the peer's messages are not stored."
        case .storeFull: "The store of this node is full, so the peer's messages are not stored."
        case .idsExhausted: "This node has no ids left, so the peer's messages are not stored."
        default: "This node cannot use its store, so the peer's messages are not stored. The node's log has the reason."
        }
    }
}
