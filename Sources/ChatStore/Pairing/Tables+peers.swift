internal import ChatModel
internal import LMDB

/// The peers over links: what the owner has decided about each, and who is a member of the group.
extension Tables {
    /// Returns the stored decisions, and an active peer for each other member. Sorted by key.
    ///
    /// In a group, a stored peer that is no member counts as removed, unless a person has kept it since its membership ended.
    /// A member with a damaged record is no peer: the owner may have removed it. With ``PairedPeer/maximumCount`` peers, further
    /// members are left out.
    ///
    /// - Parameters:
    ///   - origin: the key of this node; nil if it is lost.
    ///   - withFormer: whether the former members without a stored decision are added, as removed peers.
    func peerDecisions(
        besides origin: PublicKey?, withFormer: Bool = false, in transaction: borrowing some Transaction & ~Copyable
    ) throws -> [PairedPeer] {
        var peers = try pairing.allPeers(in: transaction)
        guard let membership = try membership(in: transaction) else { return peers }
        for index in peers.indices {
            let peer = peers[index]
            guard try !membership.isMember(peer.key) && !keeps(peer, in: membership, transaction) else { continue }
            peers[index].state = .removed
        }
        let room = PairedPeer.maximumCount - peers.count { $0.state != .removed }
        for (key, admission) in try others(in: membership, besides: origin, transaction).prefix(max(0, room)) {
            // The founder was there when this node came.
            let since = try since(
                of: admission ?? origin.flatMap { membership.admissions(of: $0).first }, in: transaction)
            peers.append(PairedPeer(key: key, name: "", since: since, places: [], invitation: nil))
        }
        if withFormer { peers += try formerMembers(besides: origin, in: membership, transaction) }
        return peers.sorted { $0.key < $1.key }
    }

    /// Returns the members without a stored decision in the order in which their admissions came, which nobody can choose. Of those
    /// that one member has invited, all but the first ``PairedPeer/maximumBelow`` are left out, unless it is the founder.
    private func others(
        in membership: Membership, besides origin: PublicKey?, _ transaction: borrowing some Transaction & ~Copyable
    ) throws -> [(key: PublicKey, admission: Admission?)] {
        var others: [(id: UInt64, key: PublicKey, admission: Admission?)] = []
        for key in membership.members where key != origin {
            guard try pairing.peers.get(key.bytes, in: transaction) == nil else { continue }
            let admission = membership.admissions(of: key).first
            let id = try admission.flatMap { try digestIndex.get($0.digest, in: transaction)?.id }
            others.append((id ?? 0, key, admission))
        }
        var below: [PublicKey: Int] = [:]
        return others.sorted { ($0.id, $0.key) < ($1.id, $1.key) }.compactMap { other in
            if let author = other.admission?.author, author != membership.founder {
                below[author, default: 0] += 1
                guard below[author, default: 0] <= PairedPeer.maximumBelow else { return nil }
            }
            return (other.key, other.admission)
        }
    }

    /// Returns the decision about a peer; nil for a key that is no peer.
    func peerDecision(
        about key: PublicKey, besides origin: PublicKey?, in transaction: borrowing some Transaction & ~Copyable
    ) throws -> PairedPeer? {
        try peerDecisions(besides: origin, in: transaction).first { $0.key == key }
    }

    /// Whether a person has decided to keep a peer since its membership ended.
    private func keeps(
        _ peer: PairedPeer, in membership: Membership, _ transaction: borrowing some Transaction & ~Copyable
    ) throws -> Bool {
        guard peer.isKept, let end = try end(of: peer.key, in: membership, transaction) else { return false }
        return end.arrival <= peer.since
    }

    /// When this node learned that a key was removed.
    enum RemovalHere {
        /// The id of the statement.
        case id(LogID)
        /// The time at which a person removed it on this node.
        case time(UnixTime)
    }

    /// Returns nil for a member, and for a key that a person has kept since.
    func removalHere(
        of key: PublicKey, in membership: Membership, _ transaction: borrowing some Transaction & ~Copyable
    ) throws -> RemovalHere? {
        let peer = try pairing.peer(key, in: transaction)
        if membership.hasEnded(key) {
            if let peer, try keeps(peer, in: membership, transaction) { return nil }
            return try end(of: key, in: membership, transaction).map { .id($0.id) }
        }
        return peer?.state == .removed ? peer.map { .time($0.since) } : nil
    }

    /// Returns all peers, as ``peerDecisions(besides:in:)``, and the former members, with the names and addresses of their newest
    /// address records.
    func peers(
        besides origin: PublicKey?, in transaction: borrowing some Transaction & ~Copyable
    ) throws -> [PairedPeer] {
        var peers = try peerDecisions(besides: origin, withFormer: true, in: transaction)
        for index in peers.indices {
            guard let record = try addressRecord(of: peers[index].key, in: transaction) else { continue }
            peers[index].learn(record)
        }
        return peers
    }

    /// Returns the newest address record of a member; nil if there is no record, or it is damaged.
    func addressRecord(
        of key: PublicKey, in transaction: borrowing some Transaction & ~Copyable
    ) throws -> AddressRecord? {
        try addressIndex.digest(of: key, in: group(in: transaction), transaction)
            .flatMap { try message($0, in: transaction) }.flatMap(AddressRecord.init)
    }

    /// Returns the digests of the chains and the newest address records of members: see
    /// ``ChatStore/introduction(of:isAlone:)``.
    func introduction(
        of key: PublicKey, isAlone: Bool, for origin: PublicKey?, in transaction: borrowing some Transaction & ~Copyable
    ) throws -> [Digest] {
        guard let membership = try membership(in: transaction) else { return [] }
        let group = GroupID(founder: membership.founder)
        let others =
            try isAlone
            ? []
            : [origin].compactMap(\.self)
                + peerDecisions(besides: origin, in: transaction).filter(\.isLinked).map(\.key)
        let most = isAlone ? Membership.deepest + 1 : Limits.pageMessages
        var (digests, known): ([Digest], Set<Digest>) = ([], [])
        for key in [key] + others where membership.isMember(key) {
            let addresses = try addressIndex.digest(of: key, in: group, transaction)
            let chains = membership.admissions(of: key).map { membership.chain(of: $0.digest).map(\.digest) }
            for part in [(chains.first ?? []) + [addresses].compactMap(\.self)] + chains.dropFirst() {
                let new = part.filter { !known.contains($0) }
                guard digests.count + new.count <= most else { continue }
                digests += new
                known.formUnion(new)
            }
        }
        return digests
    }

    /// Whether this node can show that a key is a member: the records of its admissions can be damaged.
    func canIntroduce(
        _ key: PublicKey, in transaction: borrowing some Transaction & ~Copyable
    ) throws -> Bool {
        guard let membership = try membership(in: transaction), membership.isMember(key) else { return false }
        return try key == membership.founder
            || membership.admissions(of: key).contains { admission in
                try membership.chain(of: admission.digest).allSatisfy { try message($0.digest, in: transaction) != nil }
            }
    }

    private func since(
        of admission: Admission?, in transaction: borrowing some Transaction & ~Copyable
    ) throws -> UnixTime {
        try admission.flatMap { try message($0.digest, in: transaction) }?.stamp.time ?? UnixTime(milliseconds: 0)
    }

    /// Returns a stored message; nil if the store does not have it, or if its record is damaged.
    private func message(_ digest: Digest, in transaction: borrowing some Transaction & ~Copyable) throws -> Message? {
        guard case .message(let message)? = try entry(digest, in: transaction)?.body else { return nil }
        return message
    }

    /// Returns the entry of a stored message; nil if the store does not have it, or if its record is damaged.
    func entry(_ digest: Digest, in transaction: borrowing some Transaction & ~Copyable) throws -> LogEntry? {
        guard let id = try digestIndex.get(digest, in: transaction)?.id,
            let record = try log.get(UInt32(clamping: id), in: transaction)
        else { return nil }
        return try? recordFormat.entry(record, at: LogID(key: id))
    }

    /// After a restore: ends all invitations, and asks a person to confirm each peer.
    func suspendAfterRestore(peersOf origin: PublicKey?, in transaction: inout WriteTransaction) throws {
        try pairing.voidInvitations(in: &transaction)
        for var peer in try peerDecisions(besides: origin, in: transaction)
        where peer.state != .removed && !peer.isUnconfirmed {
            peer.isUnconfirmed = true
            try pairing.put(peer, in: &transaction)
        }
    }
}
