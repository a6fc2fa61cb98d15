internal import ChatModel
internal import ChatXML

/// The rule for who may read the log.
struct LogAccess: Sendable {
    /// Whether other machines may read the log over links only.
    let needsLink: @Sendable () -> Bool

    /// - Parameters:
    ///   - peer: the key that the link of the request proves; nil for a request of a client.
    ///   - isOnThisMachine: whether the other side's address is a loopback address.
    /// - Throws: ``Failure`` with `pairing-required`, `foreign-node` or `not-found`.
    func check(
        _ request: MessagesRequest, from peer: PublicKey?, onThisMachine isOnThisMachine: Bool
    ) throws(Failure) {
        guard let peer else {
            if request.view == .log, !isOnThisMachine, needsLink() { throw .pairingRequired }
            return
        }
        guard request.view == .log else { throw .onlyTheLog }
        guard request.node ?? peer == peer else { throw .foreignNode }
    }
}
