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
        let link = Self.link(in: text) ?? Self.packed(text)
        // Of a text without a whole link, the sentence is about the part from its last `tidings:` on.
        guard let scheme = link.ranges(of: /(?i:tidings:)/).last else {
            throw Self.refusal("begins with \(LinkAddress.scheme)")
        }
        let parts = link[scheme.upperBound...].split(separator: "/", omittingEmptySubsequences: false)
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

    /// Returns the first whole link in a text; nil if there is none. In the text, the link may be broken over lines, and may
    /// stand between other words, quotation marks or brackets.
    ///
    /// The web client has the same function. `Tests/Vectors/invitations.json` has examples for both.
    ///
    /// - Complexity: O(text)
    public static func link(in text: String) -> String? {
        let packed = packed(text)
        // A key has 43 characters, and the id of a group and a secret have 22, so what follows the link is no part of it.
        let link =
            #/
            (?i:tidings:) [A-Za-z0-9_\-]{43} @ [^@/]+ / [A-Za-z0-9_\-]{22} / [A-Za-z0-9_\-]{22}
            /#
        return packed.firstMatch(of: link.matchingSemantics(.unicodeScalar)).map { String($0.output) }
    }

    /// Returns a text without the characters that mail programs and messengers put into a long link: white space, invisible
    /// characters, and the `>` of a quoted line. A link has none of them.
    private static func packed(_ text: String) -> String {
        var packed = String.UnicodeScalarView()
        packed.append(contentsOf: text.unicodeScalars.filter { !$0.isNoPartOfLinks })
        return String(packed)
    }

    public var description: String { "\(peer.address)/\(group)/\(secret)" }

    private static func refusal(_ property: String) -> Refusal {
        Refusal(
            .badInvitation,
            "The invitation is incomplete or wrong: a whole one \(property). Copy the whole link, from tidings: to its "
                + "end.")
    }
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
