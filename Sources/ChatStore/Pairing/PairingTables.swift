internal import ChatModel
internal import LMDB

/// The paired peers and the invitations. A damaged invitation counts as absent. A key whose peer record is damaged is
/// no peer, also if it is a member: the owner may have removed it.
struct PairingTables: Sendable {
    /// The records of the paired peers by public key: see ``PairedPeerRecord``.
    let peers: Table<[UInt8], [UInt8]>
    /// The records of the invitations by the hashes of their secrets: see ``InvitationRecord``.
    let invitations: Table<[UInt8], [UInt8]>
    private let checksum: Checksum

    init(in transaction: borrowing some Transaction & ~Copyable, _ checksum: Checksum) throws {
        peers = try Table("paired-peers", in: transaction)
        invitations = try Table("invitations", in: transaction)
        self.checksum = checksum
    }

    func peer(_ key: PublicKey, in transaction: borrowing some Transaction & ~Copyable) throws -> PairedPeer? {
        try peers.get(key.bytes, in: transaction).flatMap { decodedPeer($0, key: key.bytes) }
    }

    func decodedPeer(_ bytes: [UInt8], key: [UInt8]) -> PairedPeer? {
        try? PairedPeerRecord.decode(bytes, key: key, checksum)
    }

    func decodedInvitation(_ bytes: [UInt8], key: [UInt8]) -> StoredInvitation? {
        try? InvitationRecord.decode(bytes, key: key, checksum)
    }

    /// Returns all peers, sorted by key.
    func allPeers(in transaction: borrowing some Transaction & ~Copyable) throws -> [PairedPeer] {
        var all: [PairedPeer] = []
        try peers.scan(in: transaction) { key, bytes in
            if let peer = decodedPeer(bytes, key: key) { all.append(peer) }
            return .next
        }
        return all
    }

    func put(_ peer: PairedPeer, in transaction: inout WriteTransaction) throws {
        try peers.put(peer.key.bytes, PairedPeerRecord.encode(peer, checksum), in: &transaction)
    }

    func invitation(
        _ hash: InvitationHash, in transaction: borrowing some Transaction & ~Copyable
    ) throws -> StoredInvitation? {
        try invitations.get(hash.bytes, in: transaction).flatMap { decodedInvitation($0, key: hash.bytes) }
    }

    func allInvitations(in transaction: borrowing some Transaction & ~Copyable) throws -> [StoredInvitation] {
        var all: [StoredInvitation] = []
        try invitations.scan(in: transaction) { key, bytes in
            if let invitation = decodedInvitation(bytes, key: key) { all.append(invitation) }
            return .next
        }
        return all
    }

    func put(_ invitation: StoredInvitation, in transaction: inout WriteTransaction) throws {
        try invitations.put(
            invitation.hash.bytes, InvitationRecord.encode(invitation, checksum), in: &transaction)
    }

    /// Ends all invitations.
    func voidInvitations(in transaction: inout WriteTransaction) throws {
        for var invitation in try allInvitations(in: transaction) where !invitation.isVoid {
            invitation.isVoid = true
            try put(invitation, in: &transaction)
        }
    }
}
