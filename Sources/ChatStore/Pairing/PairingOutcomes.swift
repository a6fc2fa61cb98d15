public import ChatModel

/// The outcome of making an invitation.
public enum InviteOutcome: Hashable, Sendable {
    /// - Parameter group: the node's group, or the one that it founds when the first node joins.
    case made(StoredInvitation, group: GroupID)
    /// ``StoredInvitation/maximumOpen`` invitations have not ended yet.
    case tooManyInvitations
    /// ``PairedPeer/maximumCount`` peers are paired.
    case tooManyPeers
    /// A restored node has peers that a person has to confirm first.
    case unconfirmedPeers
    /// This node may admit nobody: it is no member of its group any more, or ``Membership/deepest`` admissions below the founder.
    case notMember
}

/// The outcome of another node's attempt to pair with this one by an invitation.
public enum RedeemOutcome: Hashable, Sendable {
    public enum Refusal: Hashable, Sendable, CaseIterable {
        /// This node has not made such an invitation, or has forgotten it.
        case unknown
        case expired
        /// As many nodes as it allows have joined with the invitation.
        case usedUp
        /// A peer was removed, or the store was restored, since the invitation was made.
        case void
        /// The invitation is into another group than this node's.
        case otherGroup
        /// This node may admit nobody: see ``InviteOutcome/notMember``.
        case notMember
        /// ``PairedPeer/maximumCount`` peers are paired.
        case tooManyPeers
    }

    /// The key is paired.
    ///
    /// - Parameter isNew: false if it was before, as after an answer that was lost.
    case paired(PairedPeer, isNew: Bool)
    case refused(Refusal)
}

/// The outcome of entering the group of an inviting node, and of adding the node as a peer.
public enum JoinOutcome: Hashable, Sendable {
    case joined(PairedPeer)
    /// This node is in another group.
    case otherGroup(GroupID)
    /// This node is the only member of another group, and was not told to leave it.
    case onlyMember
    /// The messages of the inviting node do not make this node a member of the group.
    case notAdmitted
    /// This node has no group and has messages, which the group would read.
    case messagesNotCarried(count: Int)
    /// ``PairedPeer/maximumCount`` peers are paired.
    case tooManyPeers
}

/// A change of a paired peer by a person.
public enum PairedPeerChange: Hashable, Sendable {
    /// Gives the peer a local name; nil for the name that the peer gives itself.
    case rename(String?)
    case pause
    /// Ends a pause, and confirms the peer after a restore.
    case resume
    /// Removes the peer, and ends all invitations.
    ///
    /// - Parameter staying: members that would go with the peer. This node admits them itself.
    case remove(staying: Set<PublicKey> = [])
    /// Exchanges messages with a removed peer again, also if its membership has ended.
    case keep
}

/// The outcome of a change of a peer.
public enum ChangeOutcome: Hashable, Sendable {
    /// - Parameter peer: the peer after the change.
    case changed(PairedPeer)
    /// No member and no paired peer has this key. ``PairedPeerChange/keep`` needs a removed one; all other changes need one that is
    /// not removed, except that a member that has left can be removed.
    case unknown
    /// This node may admit nobody, so nobody stays.
    case notMember
    /// The removal would end the membership of this node, too.
    case wouldEndOwn
    /// ``PairedPeer/maximumCount`` peers are paired, so that this one cannot be kept.
    case tooManyPeers
}

/// The outcome of leaving the group.
public enum LeaveOutcome: Hashable, Sendable {
    case left
    /// This node has founded the group, so no removal ends its membership.
    case isFounder
    /// This node is in no group, or no member any more.
    case notMember
}
