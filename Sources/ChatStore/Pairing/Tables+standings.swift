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
        var standings: [PublicKey: Standing] = [:]
        for key in keys where membership.knows(key) {
            standings[key] = Standing(
                admission: membership.lastAdmission(of: key), losses: (losses[key] ?? []).intersection(keys),
                end: try end(of: key, in: membership, transaction))
        }
        return standings
    }

    /// Returns how the membership of a key has ended; nil for a member, and for a key that was never one.
    func end(
        of key: PublicKey, in membership: Membership, _ transaction: borrowing some Transaction & ~Copyable
    ) throws -> Standing.End? {
        guard membership.hasEnded(key) else { return nil }
        var last: (hasCounted: UInt64, id: UInt64, removal: Digest)?
        for (admission, removals) in membership.removals(of: key) {
            var first: (id: UInt64, removal: Digest)?
            for removal in removals {
                guard let id = try digestIndex.get(removal, in: transaction)?.id else { continue }
                if first.map({ id < $0.id }) ?? true { first = (id, removal) }
            }
            guard let first else { continue }
            // A removed member can be admitted by another removed one, which changes nothing.
            let hasCounted: UInt64 =
                try (digestIndex.get(admission, in: transaction)?.id).map { $0 < first.id ? 1 : 0 } ?? 0
            if last.map({ ($0.hasCounted, $0.id) < (hasCounted, first.id) }) ?? true {
                last = (hasCounted, first.id, first.removal)
            }
        }
        guard let last, let entry = try entry(last.removal, in: transaction), case .message(let message) = entry.body
        else { return nil }
        return Standing.End(removal: last.removal, author: message.origin, id: entry.id, arrival: entry.arrival)
    }

    /// Returns the former members that have no record, at most ``PairedPeer/maximumCount``: those whose memberships ended last.
    func formerMembers(
        besides origin: PublicKey?, in membership: Membership,
        _ transaction: borrowing some Transaction & ~Copyable
    ) throws -> [PairedPeer] {
        var former: [(end: Standing.End, key: PublicKey)] = []
        for key in membership.former where key != origin {
            guard try pairing.peers.get(key.bytes, in: transaction) == nil,
                let end = try end(of: key, in: membership, transaction)
            else { continue }
            former.append((end, key))
        }
        return former.sorted { $0.end.id > $1.end.id }.prefix(PairedPeer.maximumCount).map { end, key in
            PairedPeer(key: key, name: "", state: .removed, since: end.arrival, places: [], invitation: nil)
        }
    }
}
