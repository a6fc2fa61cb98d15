internal import ChatModel
internal import LMDB

extension Tables {
    /// Returns the standing of each of several keys; of no key if the node is in no group. Omits keys that were never members, and
    /// other keys among the losses.
    ///
    /// - Complexity: O(n) in the statements of the group.
    func standings(
        of keys: [PublicKey], for origin: PublicKey, in transaction: borrowing some Transaction & ~Copyable
    ) throws -> [PublicKey: Standing] {
        guard let membership = try membership(in: transaction) else { return [:] }
        let losses = membership.losses(by: origin)
        let persons = try persons(of: membership, in: transaction)
        var standings: [PublicKey: Standing] = [:]
        for key in keys where membership.knows(key) {
            var standing = Standing(
                admission: membership.lastAdmission(of: key), losses: (losses[key] ?? []).intersection(keys),
                end: try end(of: key, in: membership, transaction))
            (standing.person, standing.same) = (persons.person(of: key), persons.claim(of: key, by: origin))
            standings[key] = standing
        }
        return standings
    }

    /// Returns which members are one person.
    ///
    /// - Complexity: O(n) in the members.
    private func persons(
        of membership: Membership, in transaction: borrowing some Transaction & ~Copyable
    ) throws -> Persons {
        var claims: [PublicKey: Set<PublicKey>] = [:]
        for key in membership.members { claims[key] = try addressRecord(of: key, in: transaction)?.same ?? [] }
        return Persons(claims)
    }

    /// Whether a key has founded the node's group, and no other member is in it.
    func isOnlyMember(_ key: PublicKey, in transaction: borrowing some Transaction & ~Copyable) throws -> Bool {
        try membership(in: transaction)?.members == [key]
    }

    /// Returns how the membership of a key has ended; nil for a member, and for a key that was never one. If the record of the removal
    /// is damaged, it counts as one of 1970.
    func end(
        of key: PublicKey, in membership: Membership, _ transaction: borrowing some Transaction & ~Copyable
    ) throws -> Standing.End? {
        guard let (id, removal) = try lastRemoval(of: key, in: membership, transaction) else { return nil }
        return Standing.End(
            removal: removal.digest, author: removal.author, id: LogID(key: id),
            arrival: try entry(removal.digest, in: transaction)?.arrival ?? UnixTime(milliseconds: 0))
    }

    /// Returns the first removal of the last admission that was ended, with its id.
    private func lastRemoval(
        of key: PublicKey, in membership: Membership, _ transaction: borrowing some Transaction & ~Copyable
    ) throws -> (id: UInt64, removal: Removal)? {
        guard membership.hasEnded(key) else { return nil }
        var last: (hasCounted: Bool, id: UInt64, removal: Removal)?
        for (admission, removals) in membership.removals(of: key) {
            var first: (id: UInt64, removal: Removal)?
            for removal in removals {
                let id = try digestIndex.get(removal.digest, in: transaction)?.id ?? 0
                if first.map({ id < $0.id }) ?? true { first = (id, removal) }
            }
            guard let first else { continue }
            // An admission that came after its own removal never counted, so its removal does not say when the membership ended.
            let hasCounted = try digestIndex.get(admission, in: transaction).map { $0.id < first.id } ?? false
            let isLater = last.map { $0.hasCounted == hasCounted ? $0.id < first.id : hasCounted } ?? true
            if isLater { last = (hasCounted, first.id, first.removal) }
        }
        return last.map { ($0.id, $0.removal) }
    }

    /// Returns the former members that have no record, at most ``PairedPeer/maximumCount``: those whose memberships ended last.
    ///
    /// - Complexity: O(n) in the former members.
    func formerMembers(
        besides origin: PublicKey?, in membership: Membership,
        _ transaction: borrowing some Transaction & ~Copyable
    ) throws -> [PairedPeer] {
        var former: [(id: UInt64, key: PublicKey)] = []
        for key in membership.former where key != origin {
            guard try pairing.peers.get(key.bytes, in: transaction) == nil,
                let id = try lastRemoval(of: key, in: membership, transaction)?.id
            else { continue }
            former.append((id, key))
        }
        var peers: [PairedPeer] = []
        for (_, key) in former.sorted(by: { ($0.id, $0.key) > ($1.id, $1.key) }).prefix(PairedPeer.maximumCount) {
            guard let end = try end(of: key, in: membership, transaction) else { continue }
            peers.append(
                PairedPeer(key: key, name: "", state: .removed, since: end.arrival, places: [], invitation: nil))
        }
        return peers
    }
}
