internal import ChatClient
internal import ChatModel
internal import ChatStore

extension Refusal {
    /// Why this node neither invites nor joins.
    static let tooManyPeers = Refusal(
        .tooManyPeers,
        "This node has \(PairedPeer.maximumCount) peers, which is as many as it can have. Remove one first.")

    /// Why the inviting node has not paired, for the person at the joining node. The web client has a text of its own in
    /// place of the first line.
    init(joining error: any Error) {
        switch error as? PullFailure {
        case nil: self.init(noAnswer: "This node cannot set up TLS. Its log at the level debug has the reason.")
        case .refused(_, let refusal?)?: self.init(ofInviter: refusal)
        case .unreachable(let problem)?:
            self.init(
                .inviterUnreachable,
                """
                The inviting node cannot be reached. Check that it runs and that both machines are in one network, or ask \
                for an invitation with an address that you can reach.
                \(Self.details(of: problem))
                """)
        case let failure?: self.init(noAnswer: failure.ownerSentence)
        }
    }

    /// The sentences of this program for the codes of refusals that a node that runs it sends. The inviting node can be another
    /// program, so everything else is a quotation.
    private init(ofInviter refusal: Refusal) {
        let known = RedeemOutcome.Refusal.allCases.map { Refusal(redeeming: $0) } + [.pausedByInviter, .joining]
        self =
            known.first { $0.code == refusal.code }
            ?? Refusal(.inviterRefused, "The inviting node refuses. It says:\n\(refusal.sentence.quoted)")
    }

    static let pausedByInviter = Refusal(
        .peerPaused, "The owner of the inviting node has paused this node. Ask the owner to resume it.")

    static let joining = Refusal(
        .joining,
        "The inviting node joins a group itself at this moment. Try again in a minute, and let only one of two nodes join the other."
    )

    /// - Parameter details: what the inviting node did instead of an answer that pairs.
    init(noAnswer details: String) {
        self.init(.inviterUnreachable, "The inviting node did not answer as a node that can pair.\n\(details)")
    }

    /// Returns the problem of each address, one a line.
    private static func details(of problem: ConnectionProblem) -> String {
        guard case .everyAddress(let problems) = problem else { return "The reason: \(problem)." }
        return problems.map { "At \($0.address): \($0.problem)." }.joined(separator: "\n")
    }

    /// Why this node does not pair, for the person at the joining node.
    init(redeeming refusal: RedeemOutcome.Refusal) {
        switch refusal {
        case .unknown:
            self.init(
                .invitationUnknown,
                "The inviting node does not know this invitation. Check that the whole link was copied.")
        case .expired: self.init(.invitationExpired, "The invitation has expired. Ask for a new one.")
        case .usedUp:
            self.init(.invitationUsedUp, "The invitation was used as often as it can be. Ask for a new one.")
        case .void:
            self.init(
                .invitationVoid,
                "The invitation has ended, because a peer was removed or the inviting node was restored since. Ask for a "
                    + "new one.")
        case .otherGroup:
            self.init(
                .inviterOtherGroup, "The inviting node is in another group than its invitation. Ask for a new one.")
        case .notMember:
            self.init(
                .notMember,
                "The inviting node can admit nobody to its group any more. Ask another member for an invitation.")
        case .tooManyPeers: self.init(.tooManyPeers, "The inviting node has as many peers as it can have.")
        }
    }
}
