import ChatClient
import ChatModel
import ChatStore

extension Refusal {
    /// Why this node neither invites nor joins.
    static let tooManyPeers = Refusal(
        .tooManyPeers,
        "This node has \(PairedPeer.maximumCount) peers, which is as many as it can have. Remove one first.")

    /// Why the inviting node has not paired, for the person at the joining node.
    init(joining error: any Error) {
        guard let kind = error as? ChatClientError.Kind else {
            self.init(.inviterUnreachable, "The inviting node cannot be reached: \(error).")
            return
        }
        switch kind {
        case .refused(_, let refusal?): self = refusal
        case .unreachable(let problem):
            self.init(
                .inviterUnreachable,
                """
                The inviting node cannot be reached: \(problem). Check that it runs and that both machines are in one \
                network, or ask for an invitation with an address that you can reach.
                """)
        default:
            let failure = PullFailure(kind)
            self.init(
                .inviterUnreachable,
                "The inviting node did not answer as a node that can pair. \(failure.ownerSentence)")
        }
    }

    /// Why this node does not pair, for the person at the joining node.
    init(redeeming refusal: RedeemOutcome.Refusal) {
        let (code, sentence): (FailureCode, String) =
            switch refusal {
            case .unknown:
                (
                    .invitationUnknown,
                    "The inviting node does not know this invitation. Check that the whole link was copied."
                )
            case .expired: (.invitationExpired, "The invitation has expired. Ask for a new one.")
            case .usedUp:
                (.invitationUsedUp, "The invitation was used as often as it can be. Ask for a new one.")
            case .void:
                (
                    .invitationVoid,
                    """
                    The invitation has ended, because a peer was removed or the inviting node was restored since. Ask for \
                    a new one.
                    """
                )
            case .otherGroup:
                (
                    .inviterOtherGroup,
                    "The inviting node is in another group than its invitation. Ask for a new one."
                )
            case .tooManyPeers: (.tooManyPeers, "The inviting node has as many peers as it can have.")
            }
        self.init(code, sentence)
    }
}
