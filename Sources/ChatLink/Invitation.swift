public import ChatModel

/// An invitation into a group, as a link: `tidings:KEY@host:port,host:port/GROUP/SECRET`.
///
/// The link has no character that a shell changes, except the brackets of an IPv6 address in some shells.
public struct Invitation: Hashable, Sendable, CustomStringConvertible {
    /// The inviting node, with the addresses at which it may be: at least one.
    public let peer: LinkPeer
    public let group: GroupID
    public let secret: InvitationSecret

    /// The largest number of bytes of a link.
    private static let maximumBytes = 4096

    public init(peer: LinkPeer, group: GroupID, secret: InvitationSecret) {
        self.peer = peer
        self.group = group
        self.secret = secret
    }

    /// - Throws: ``Refusal`` with `bad-invitation`.
    public init(_ text: String) throws(Refusal) {
        let text = text.trimmingPrefix { $0.isWhitespace }
        guard text.utf8.count <= Self.maximumBytes,
            text.prefix(LinkAddress.scheme.count).lowercased() == LinkAddress.scheme
        else { throw Self.refusal("begins with \(LinkAddress.scheme)") }
        let end = text.lastIndex { !$0.isWhitespace } ?? text.startIndex
        let parts = text[...end].dropFirst(LinkAddress.scheme.count)
            .split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3 else { throw Self.refusal("has three parts with / between them") }
        let node = parts[0].split(separator: "@", omittingEmptySubsequences: false)
        guard node.count == 2, let key = try? PublicKey(base64URL: node[0]) else {
            throw Self.refusal("names the key of a node, 43 characters")
        }
        var places: [HostPort] = []
        for text in node[1].split(separator: ",", omittingEmptySubsequences: false) {
            guard let place = try? HostPort(text), let port = place.port, port > 0 else {
                throw Self.refusal("names addresses as host:port with commas between them")
            }
            if !places.contains(place) { places.append(place) }
        }
        guard places.count <= Limits.peerPlaces else {
            throw Self.refusal("names at most \(Limits.peerPlaces) addresses")
        }
        guard let group = try? GroupID(named: parts[1]), let secret = try? InvitationSecret(base64URL: parts[2]) else {
            throw Self.refusal("ends with two words of 22 characters")
        }
        self.init(peer: LinkPeer(key: key, places: places), group: group, secret: secret)
    }

    public var description: String { "\(peer.address)/\(group)/\(secret)" }

    private static func refusal(_ property: String) -> Refusal {
        Refusal(
            .badInvitation,
            "The invitation is incomplete or wrong: it \(property). Copy the whole link, from tidings: to its end.")
    }
}
