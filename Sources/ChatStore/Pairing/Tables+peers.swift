internal import ChatModel
internal import LMDB

/// The peers over links: what the owner has decided about each, and who is a member of the group.
extension Tables {
    /// Returns the decisions about all peers, sorted by key: the stored ones, and for each other member of the group that it is a peer.
    ///
    /// A stored peer whose membership has ended counts as removed. A member with a damaged record is no peer: its owner may have
    /// removed it. With ``PairedPeer/maximumCount`` peers, further members are none.
    ///
    /// - Parameter origin: the key of this node; nil if it is lost.
    func peerDecisions(
        besides origin: PublicKey?, in transaction: borrowing some Transaction & ~Copyable
    ) throws -> [PairedPeer] {
        var peers = try pairing.allPeers(in: transaction)
        guard let membership = try membership(in: transaction) else { return peers }
        for index in peers.indices where membership.hasEnded(peers[index].key) { peers[index].state = .removed }
        let room = PairedPeer.maximumCount - peers.count { $0.state != .removed }
        let others = try membership.members.filter { key in
            try key != origin && pairing.peers.get(key.bytes, in: transaction) == nil
        }
        for key in others.sorted().prefix(max(0, room)) {
            let since = try since(of: membership.admissions(of: key).first, in: transaction)
            peers.append(PairedPeer(key: key, name: "", since: since, places: [], invitation: nil))
        }
        return peers.sorted { $0.key < $1.key }
    }

    /// Returns the decision about a peer; nil if the key is none.
    func peerDecision(
        about key: PublicKey, besides origin: PublicKey?, in transaction: borrowing some Transaction & ~Copyable
    ) throws -> PairedPeer? {
        try peerDecisions(besides: origin, in: transaction).first { $0.key == key }
    }

    /// Returns all peers, as ``peerDecisions(besides:in:)``, with the names and addresses that they have announced.
    func peers(
        besides origin: PublicKey?, in transaction: borrowing some Transaction & ~Copyable
    ) throws -> [PairedPeer] {
        var peers = try peerDecisions(besides: origin, in: transaction)
        for index in peers.indices {
            guard let record = try addressRecord(of: peers[index].key, in: transaction) else { continue }
            peers[index].learn(record)
        }
        return peers
    }

    /// Returns what a member of the group has announced last; nil if nothing of it can be read.
    func addressRecord(
        of key: PublicKey, in transaction: borrowing some Transaction & ~Copyable
    ) throws -> AddressRecord? {
        try addressIndex.digest(of: key, in: group(in: transaction), transaction)
            .flatMap { try message($0, in: transaction) }.flatMap(AddressRecord.init)
    }

    /// Returns the digests of the chains and the addresses of members: see ``ChatStore/introduction(of:isAlone:)``.
    func introduction(
        of key: PublicKey, isAlone: Bool, in transaction: borrowing some Transaction & ~Copyable
    ) throws -> [Digest] {
        guard let membership = try membership(in: transaction) else { return [] }
        let group = GroupID(founder: membership.founder)
        let others = isAlone ? [] : membership.members.subtracting([key]).sorted().prefix(PairedPeer.maximumCount - 1)
        var digests: [Digest] = []
        for key in [key] + others where membership.isMember(key) {
            let admission = membership.admissions(of: key).first
            let chain = admission.map { membership.chain(of: $0.digest).map(\.digest) } ?? []
            let addresses = try addressIndex.digest(of: key, in: group, transaction)
            for digest in chain + [addresses].compactMap(\.self) where !digests.contains(digest) {
                digests.append(digest)
            }
        }
        return digests
    }

    private func since(
        of admission: Admission?, in transaction: borrowing some Transaction & ~Copyable
    ) throws -> UnixTime {
        try admission.flatMap { try message($0.digest, in: transaction) }?.stamp.time ?? UnixTime(milliseconds: 0)
    }

    /// Returns a stored message; nil if the store does not have it, or if its record is damaged.
    private func message(_ digest: Digest, in transaction: borrowing some Transaction & ~Copyable) throws -> Message? {
        guard let id = try digestIndex.get(digest, in: transaction)?.id,
            let record = try log.get(UInt32(clamping: id), in: transaction),
            case .message(let message)? = (try? recordFormat.entry(record, at: LogID(key: id)))?.body
        else { return nil }
        return message
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
