internal import ChatModel
internal import LMDB

/// Invitations and paired peers. A transaction that changes them claims the ids of this lifetime first, so that a restore
/// that was found at the opening suspends the peers of before, and not those of after.
extension LogAppender {
    /// Makes an invitation.
    ///
    /// - Parameters:
    ///   - lifetime: how long it counts.
    ///   - monotonic: the present time of the process's monotonic clock.
    mutating func invite(
        _ hash: InvitationHash, for lifetime: Duration, uses: Int, process: Instance, monotonic: Duration,
        in transaction: inout WriteTransaction
    ) throws -> InviteOutcome {
        try reserveNextID(in: &transaction)
        let peers = try tables.peerDecisions(besides: origin, in: transaction).filter { $0.state != .removed }
        guard !peers.contains(where: \.isUnconfirmed) else { return .unconfirmedPeers }
        guard peers.count < PairedPeer.maximumCount else { return .tooManyPeers }
        guard try tables.membership(in: transaction)?.mayAdmit(origin) != false else { return .notMember }
        let moment = moment(process, monotonic)
        let invitations = try tables.pairing.allInvitations(in: transaction)
        guard invitations.count(where: { $0.refusal(at: moment) == nil }) < StoredInvitation.maximumOpen else {
            return .tooManyInvitations
        }
        let excess = invitations.count - StoredInvitation.maximumCount + 1
        let ended = invitations.filter { $0.refusal(at: moment) != nil }.sorted { $0.made < $1.made }
        for invitation in ended.prefix(max(0, excess)) {
            try tables.pairing.invitations.delete(invitation.hash.bytes, in: &transaction)
        }
        let invitation = StoredInvitation(
            hash: hash, made: moment.now, expires: isClockSet ? moment.now + lifetime.milliseconds : nil,
            process: process, deadline: moment.monotonic + lifetime.milliseconds, usesLeft: UInt64(uses))
        try tables.pairing.put(invitation, in: &transaction)
        return .made(invitation, group: groupOfInvitations)
    }

    /// The node's group, or the one that it founds when the first node joins.
    private var groupOfInvitations: GroupID { GroupID(founder: founder ?? origin) }

    /// Pairs with a node that has shown the secret of an invitation, and admits it to the group. The invitation loses a use in the
    /// same transaction.
    mutating func redeem(
        _ hash: InvitationHash, in requested: GroupID, by key: PublicKey, named name: String, at places: [HostPort],
        author: Author, process: Instance, monotonic: Duration, _ transaction: inout WriteTransaction
    ) throws -> RedeemOutcome {
        try reserveNextID(in: &transaction)
        guard requested == groupOfInvitations else { return .refused(.otherGroup) }
        let known = try tables.pairing.peer(key, in: transaction)
        if let known, try tables.canIntroduce(key, in: transaction),
            known.isLinked || known.state == .paused && !known.isUnconfirmed && known.invitation == hash
        {
            // A member announces its addresses by address records, which are counted.
            return .paired(known, isNew: false)
        }
        guard var invitation = try tables.pairing.invitation(hash, in: transaction) else { return .refused(.unknown) }
        if let refusal = invitation.refusal(at: moment(process, monotonic)) { return .refused(refusal) }
        guard try hasRoom(for: key, in: transaction) else { return .refused(.tooManyPeers) }
        guard try admit(key, by: author, in: &transaction) else { return .refused(.notMember) }
        invitation.usesLeft -= 1
        try tables.pairing.put(invitation, in: &transaction)
        var peer = PairedPeer(key: key, name: name, since: now, places: places, invitation: hash)
        peer.localName = known?.localName
        // Only a person ends a pause.
        if known?.state == .paused { peer.state = .paused }
        try tables.pairing.put(peer, in: &transaction)
        return .paired(peer, isNew: true)
    }

    /// Enters the group of an inviting node, and adds the node as a peer.
    mutating func join(
        _ group: GroupID, _ introduction: [VerifiedMessage], by key: PublicKey, named name: String,
        at places: [HostPort], carriesMessages: Bool, leavesGroup: Bool, in transaction: inout WriteTransaction
    ) throws -> JoinOutcome {
        try reserveNextID(in: &transaction)
        if self.group != .none, self.group != group {
            guard try tables.isOnlyMember(origin, in: transaction) else { return .otherGroup(self.group) }
            guard leavesGroup else { return .onlyMember }
        }
        let introduction = introduction.filter { $0.message.group == group }
        let statements = introduction.map(\.message).compactMap(Statement.init)
        let founder = statements.lazy.compactMap(\.founder).first ?? origin
        // The inviting node may not know of a removal that is stored here.
        let known = self.group == group ? try tables.membership(in: transaction) : nil
        let membership = (known ?? Membership(founder: founder)).adding(statements)
        guard GroupID(founder: membership.founder) == group, membership.isMember(origin) else { return .notAdmitted }
        if self.group == .none {
            let messages = try tables.digestIndex.count(in: transaction)
            guard messages == 0 || carriesMessages else { return .messagesNotCarried(count: messages) }
        }
        guard try hasRoom(for: key, in: transaction) else { return .tooManyPeers }
        if self.group != group { try enterGroup(of: membership.founder, in: &transaction) }
        for verified in introduction
        where Statement(verified.message) != nil || AddressRecord(verified.message) != nil {
            _ = try receive(verified, in: &transaction)
        }
        var peer = PairedPeer(key: key, name: name, since: moment, places: places, invitation: nil)
        // A person has just chosen this node, which another member may have removed.
        peer.isKept = true
        peer.localName = try tables.pairing.peer(key, in: transaction)?.localName
        try tables.pairing.put(peer, in: &transaction)
        return .joined(peer)
    }

    /// Changes a paired peer. A removal ends its membership, too, where this node may end it.
    ///
    mutating func change(
        _ key: PublicKey, _ change: PairedPeerChange, by author: Author, in transaction: inout WriteTransaction
    ) throws -> ChangeOutcome {
        try reserveNextID(in: &transaction)
        guard
            var peer = try tables.peerDecision(about: key, besides: origin, in: transaction)
                ?? formerMember(key, in: transaction),
            try mayChange(peer, change, in: transaction)
        else { return .unknown }
        switch change {
        case .keep:
            guard try hasRoom(for: key, in: transaction) else { return .tooManyPeers }
            (peer.state, peer.isUnconfirmed, peer.isKept, peer.since) = (.active, false, true, moment)
        case .rename(let name): peer.localName = name
        case .pause: peer.state = .paused
        case .resume: (peer.state, peer.isUnconfirmed) = (.active, false)
        case .remove(let staying):
            let losses = try tables.membership(in: transaction)?.losses(by: origin)[key] ?? []
            guard !losses.contains(origin) else { return .wouldEndOwn }
            (peer.state, peer.isKept, peer.since) = (.removed, false, moment)
            guard try endMembership(of: key, keeping: staying, by: author, in: &transaction) else { return .notMember }
            try tables.pairing.voidInvitations(in: &transaction)
        }
        try tables.pairing.put(peer, in: &transaction)
        if peer.state == .removed { try forgetOldestRemoved(in: &transaction) }
        return .changed(peer)
    }

    /// Returns a former member without a record, as a removed peer; nil for another key.
    private func formerMember(
        _ key: PublicKey, in transaction: borrowing WriteTransaction
    ) throws -> PairedPeer? {
        guard try tables.membership(in: transaction)?.hasEnded(key) == true,
            try tables.pairing.peers.get(key.bytes, in: transaction) == nil
        else { return nil }
        return PairedPeer(key: key, name: "", state: .removed, since: moment, places: [], invitation: nil)
    }

    /// Whether a change is possible in the state of a peer. A removed peer can only be kept, except that this node can also remove a
    /// peer that has left: its admissions then end.
    private func mayChange(
        _ peer: PairedPeer, _ change: PairedPeerChange, in transaction: borrowing WriteTransaction
    ) throws -> Bool {
        guard peer.state == .removed else { return change != .keep }
        guard case .remove = change else { return change == .keep }
        guard let membership = try tables.membership(in: transaction), membership.isMember(origin) else { return false }
        return membership.openAdmissions(of: peer.key).contains { membership.mayEnd($0.digest, by: origin) }
    }

    /// Ends the membership of this node itself. Those whom it has invited stay.
    mutating func leave(by author: Author, in transaction: inout WriteTransaction) throws -> LeaveOutcome {
        try reserveNextID(in: &transaction)
        guard let membership = try tables.membership(in: transaction), membership.isMember(origin) else {
            return .notMember
        }
        guard membership.founder != origin else { return .isFounder }
        try tables.pairing.voidInvitations(in: &transaction)
        for admission in membership.admissions(of: origin) {
            try end(admission, by: author, in: &transaction)
        }
        return .left
    }

    /// Stores the addresses of a paired peer, unless there are none.
    mutating func setPlaces(
        _ places: [HostPort], of key: PublicKey, in transaction: inout WriteTransaction
    ) throws {
        guard !places.isEmpty, var peer = try tables.peerDecision(about: key, besides: origin, in: transaction),
            peer.state != .removed, peer.places != places
        else { return }
        peer.places = Array(places.prefix(Limits.peerPlaces))
        try tables.pairing.put(peer, in: &transaction)
    }

    private func hasRoom(for key: PublicKey, in transaction: borrowing WriteTransaction) throws -> Bool {
        try tables.peerDecisions(besides: origin, in: transaction).count { $0.state != .removed && $0.key != key }
            < PairedPeer.maximumCount
    }

    /// Deletes the oldest records of removed non-members beyond the maximum. Without its record, a member would be a
    /// peer again.
    private func forgetOldestRemoved(in transaction: inout WriteTransaction) throws {
        let membership = try tables.membership(in: transaction)
        let removed = try tables.pairing.allPeers(in: transaction)
            .filter { $0.state == .removed && membership?.isMember($0.key) != true }
            .sorted { $0.since < $1.since }
        for peer in removed.dropLast(PairedPeer.maximumRemoved) {
            try tables.pairing.peers.delete(peer.key.bytes, in: &transaction)
        }
    }

    /// The present time, not before that of a message that has arrived.
    private var moment: UnixTime { max(now, numbers.latestArrival) }

    private func moment(_ process: Instance, _ monotonic: Duration) -> StoredInvitation.Moment {
        StoredInvitation.Moment(
            now: moment, isClockUnset: !isClockSet, process: process,
            monotonic: monotonic.milliseconds)
    }
}
