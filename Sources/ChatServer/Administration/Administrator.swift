public import ChatLink
public import ChatModel
public import ChatStore
public import ChatXML

/// Who makes and takes invitations, and changes the peers of the node, for the routes of the server.
///
/// Every function throws ``ChatModel/Refusal`` with a sentence for the person, and `StoreError`.
public protocol Administrator: Sendable {
    /// Makes an invitation.
    ///
    /// - Parameters:
    ///   - places: further addresses of this node for the link.
    ///   - drawsGroup: whether a node without a group may get one although it has peers over plain HTTP, which then take no more
    ///     messages from here.
    func invite(
        for lifetime: Duration, uses: Int, places: [HostPort], drawsGroup: Bool
    ) async throws -> InvitationAnswer

    /// Pairs with the node that has made an invitation, and takes its group.
    ///
    /// - Parameter carriesMessages: whether the group may read the messages that a node without a group has.
    func join(_ invitation: Invitation, carriesMessages: Bool) async throws -> PairedAnswer

    /// Changes a paired peer.
    func change(_ peer: PublicKey, _ change: PairedPeerChange) async throws

    /// Pairs with a node that has proven its key and shows the secret of an invitation.
    ///
    /// - Parameter address: the IP address from which the node has connected; nil if that is not known.
    func pair(_ request: PairRequest, with peer: PublicKey, at address: String?) async throws -> PairedAnswer
}
