internal import ChatModel

extension PeerStatus.State {
    /// The sentence for a client; nil if nothing is wrong. It contains no flag and no path, which are the owner's, and no
    /// text that the peer wrote.
    var problem: String? {
        switch self {
        case .connecting, .inSync, .behind, .paused: nil
        case .notStored(let code), .failing(.storeNotRead(let code)): Self.sentence(on: code)
        case .failing(let failure): "\(failure)"
        case .thisNode: "The address of this peer leads back to this node. The node's owner should remove the address."
        case .unconfirmed:
            "This node was restored or copied, and the peer may have been removed in between. The node's owner has to "
                + "confirm the peer or remove it; until then no messages are exchanged with it."
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
