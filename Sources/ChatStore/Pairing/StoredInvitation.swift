public import ChatModel
internal import LMDB

/// An invitation that this node has made. The store knows the hash of its secret, and not the secret.
public struct StoredInvitation: Hashable, Sendable {
    public let hash: InvitationHash
    public var made: UnixTime
    /// When the invitation ends; nil if the clock was unset when it was made. Then it ends with the process, or after its
    /// time, which ``deadline`` counts.
    public var expires: UnixTime?
    /// The process that has made the invitation.
    var process: Instance
    /// When the invitation ends on the monotonic clock of that process, in milliseconds.
    var deadline: UInt64
    /// How many nodes may still join with it.
    public var usesLeft: UInt64
    /// Whether the invitation has ended because a peer was removed or the store was restored.
    public var isVoid = false

    /// The longest time for which an invitation counts: 30 days.
    public static let maximumLifetime = Duration.seconds(30 * 24 * 60 * 60)
    /// The largest number of nodes that may join with one invitation.
    public static let maximumUses = PairedPeer.maximumCount
    /// The largest number of invitations that have not ended.
    public static let maximumOpen = 16
    /// The invitations that are remembered, so that a late node learns why it cannot join: the last ones.
    static let maximumCount = 64

    /// Returns the later one of two records of the same invitation. Uses only decrease, and a void invitation stays void.
    func later(_ other: StoredInvitation) -> StoredInvitation {
        isVoid || !other.isVoid && usesLeft <= other.usesLeft ? self : other
    }

    /// Returns the reason why the invitation is refused at this moment; nil if a node can join with it.
    func refusal(at moment: Moment) -> RedeemOutcome.Refusal? {
        if isVoid { return .void }
        if isExpired(at: moment) { return .expired }
        return usesLeft == 0 ? .usedUp : nil
    }

    private func isExpired(at moment: Moment) -> Bool {
        let isPast = expires.map { $0 <= moment.now } ?? false
        guard process == moment.process else { return moment.isClockUnset || expires == nil || isPast }
        // The clock may be set now, and wrong when the invitation was made.
        return deadline <= moment.monotonic || !moment.isClockUnset && isPast
    }

    /// What an invitation's end is compared with.
    struct Moment {
        /// The later of the wall clock and the latest arrival.
        let now: UnixTime
        let isClockUnset: Bool
        let process: Instance
        /// In milliseconds.
        let monotonic: UInt64
    }
}

/// An invitation as bytes, by offset; integers are big-endian and 8 bytes:
///
/// | bytes | what |
/// |---|---|
/// | 0 ..< 8 | when it was made, milliseconds since 1970 |
/// | 8 ..< 16 | when it ends, milliseconds since 1970; 0 if the clock was unset |
/// | 16 ..< 32 | the instance of the process that has made it |
/// | 32 ..< 40 | when it ends on that process's monotonic clock, milliseconds |
/// | 40 ..< 48 | the uses that are left |
/// | 48 | 1 if it is void, otherwise 0 |
/// | 49 ..< 81 | the hash of the secret, which is the key of the table, too |
/// | 81 ..< 89 | a ``Checksum`` with the id 3 |
enum InvitationRecord {
    private static let checksumID: UInt64 = 3

    static func encode(_ invitation: StoredInvitation, _ checksum: Checksum) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: invitation.made.milliseconds)
        bytes.append(bigEndian: invitation.expires?.milliseconds ?? 0)
        bytes += invitation.process.bytes
        bytes.append(bigEndian: invitation.deadline)
        bytes.append(bigEndian: invitation.usesLeft)
        bytes.append(invitation.isVoid ? 1 : 0)
        bytes += invitation.hash.bytes
        checksum.append(to: &bytes, at: checksumID)
        return bytes
    }

    /// - Throws: ``MalformedRecord`` if the store did not write these bytes for this key.
    static func decode(
        _ bytes: [UInt8], key: [UInt8], _ checksum: Checksum
    ) throws(MalformedRecord) -> StoredInvitation {
        let bytes = Array(try checksum.verified(bytes, at: checksumID))
        guard bytes.count == 81, Array(bytes[49...]) == key, let hash = try? InvitationHash(bytes: key),
            let process = try? Instance(bytes: bytes[16..<32])
        else { throw MalformedRecord() }
        func number(_ range: Range<Int>) -> UInt64 { UInt64(bigEndian: bytes[range]) }
        let expires = number(8..<16)
        return StoredInvitation(
            hash: hash, made: UnixTime(milliseconds: number(0..<8)),
            expires: expires == 0 ? nil : UnixTime(milliseconds: expires), process: process,
            deadline: number(32..<40), usesLeft: number(40..<48), isVoid: bytes[48] != 0)
    }
}
