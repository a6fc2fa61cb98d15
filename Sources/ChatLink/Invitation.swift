public import ChatModel

/// An invitation into a group, as a link: `tidings:KEY@host:port,host:port/GROUP/SECRET`.
///
/// The link has no character that a shell changes, except the brackets of an IPv6 address in some shells.
public struct Invitation: Hashable, Sendable, CustomStringConvertible {
    /// The inviting node, with the addresses at which it may be: at least one.
    public let peer: LinkPeer
    public let group: GroupID
    public let secret: InvitationSecret

    public init(peer: LinkPeer, group: GroupID, secret: InvitationSecret) {
        self.peer = peer
        self.group = group
        self.secret = secret
    }

    /// Reads the first whole link in a text, such as a mail.
    ///
    /// - Throws: ``Refusal`` with `bad-invitation`.
    public init(_ text: String) throws(Refusal) {
        guard let parts = Self.packed(text).firstMatch(of: Self.link)?.output,
            let key = try? PublicKey(base64URL: parts.key), let group = try? GroupID(named: parts.group),
            let secret = try? InvitationSecret(base64URL: parts.secret)
        else { throw Self.refusal }
        var places: [HostPort] = []
        for text in parts.places.split(separator: ",", omittingEmptySubsequences: false) {
            guard let place = try? HostPort(text), let port = place.port, port > 0 else { throw Self.refusal }
            if !places.contains(place) { places.append(place) }
        }
        guard places.count <= Limits.peerPlaces else { throw Self.refusal }
        self.init(peer: LinkPeer(key: key, places: places), group: group, secret: secret)
    }

    /// Returns the first whole link in a text; nil if there is none. In the text, the link may be broken over lines, and may
    /// stand between other words, quotation marks or brackets.
    ///
    /// The web client has the same function. `Tests/Vectors/invitations.json` has examples for both.
    ///
    /// - Complexity: O(text)
    public static func link(in text: String) -> String? {
        packed(text).firstMatch(of: link).map { String($0.output.0) }
    }

    /// A key has 43 characters, and the id of a group and a secret have 22, so what follows the link is no part of it.
    private static var link: Regex<(Substring, key: Substring, places: Substring, group: Substring, secret: Substring)>
    {
        #/
        (?i:tidings:) (?<key>[A-Za-z0-9_\-]{43}) @ (?<places>[^@/]+) / (?<group>[A-Za-z0-9_\-]{22}) /
        (?<secret>[A-Za-z0-9_\-]{22})
        /#.matchingSemantics(.unicodeScalar)
    }

    /// Returns a text without the characters that mail programs and messengers put into a long link: white space, invisible
    /// characters, and the `>` of a quoted line. A link has none of them.
    private static func packed(_ text: String) -> String {
        var packed = String.UnicodeScalarView()
        packed.append(contentsOf: text.unicodeScalars.filter { !$0.isNoPartOfLinks })
        return String(packed)
    }

    public var description: String { "\(peer.address)/\(group)/\(secret)" }

    private static let refusal = Refusal(
        .badInvitation,
        "The invitation is incomplete or wrong. Copy the whole link, from tidings: to its end.")
}

extension Unicode.Scalar {
    fileprivate var isNoPartOfLinks: Bool {
        if self == ">" || properties.isWhitespace || properties.isDefaultIgnorableCodePoint { return true }
        return switch properties.generalCategory {
        case .control, .format, .privateUse, .surrogate, .unassigned: true
        default: false
        }
    }
}
