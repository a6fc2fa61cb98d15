/// A host and an optional port, as in `localhost:8080`, `[::1]:8080` or `example.org` (RFC 3986, section 3.2).
///
/// The address of a peer, the argument `--listen`, the HTTP field Host and an Origin all contain one.
public struct HostPort: Hashable, Sendable, CustomStringConvertible {
    /// The part of a text that is not valid.
    public enum ParseError: Error, Hashable, Sendable {
        /// The host is empty, has an illegal character, or is an IPv6 address without brackets.
        case host
        /// The port is not a decimal number from 0 to 65535.
        case port
    }

    /// A name or an IP address in lower case; an IPv6 address without its brackets. Its zone keeps its case, as in
    /// `fe80::1%Ethernet`.
    public let host: String
    /// The port, from 0 to 65535; nil if the text has none.
    public let port: Int?

    /// - Parameters:
    ///   - host: a name or an IP address, which is not checked; an IPv6 address without brackets.
    ///   - port: from 0 to 65535.
    public init(host: String, port: Int?) {
        self.host = host
        self.port = port
    }

    /// Parses `host`, `host:port`, `[IPv6 address]` or `[IPv6 address]:port`.
    ///
    /// A colon without a port counts as no port (RFC 3986, section 3.2.3). The IPv6 address itself is not checked beyond
    /// its characters: a resolver does that.
    public init(_ text: some StringProtocol) throws(ParseError) {
        // Every request has a Host, so this works on bytes: characters would take a tenth of the time of a short answer.
        let text = Substring(text)
        let isBracketed = text.utf8.first == UInt8(ascii: "[")
        let hostEnd =
            isBracketed
            ? text.utf8.firstIndex(of: UInt8(ascii: "]"))
            : text.utf8.firstIndex(of: UInt8(ascii: ":")) ?? text.endIndex
        guard let hostEnd else { throw .host }
        let host = isBracketed ? text[..<hostEnd].dropFirst() : text[..<hostEnd]
        let rest = isBracketed ? text[hostEnd...].dropFirst() : text[hostEnd...]
        guard isBracketed ? Self.looksLikeIPv6(host) : Self.isName(host) else { throw .host }
        self.host = isBracketed ? Self.ipv6(host) : host.lowercased()
        port = try Self.port(rest)
    }

    /// Returns an IPv6 address in lower case, with its zone. `%25`, as a URI writes the `%` before a zone (RFC 6874), becomes
    /// `%`. Alone it is the zone 25: the interface with this number.
    private static func ipv6(_ text: Substring) -> String {
        let address = text.prefix { $0 != "%" }
        let zone = text[address.endIndex...]
        let isEncoded = zone.hasPrefix("%25") && zone.utf8.count > 3
        return address.lowercased() + (isEncoded ? "%\(zone.dropFirst(3))" : zone)
    }

    /// Without the zone of an IPv6 address, which means something on this machine only (RFC 4007).
    public var withoutZone: HostPort {
        host.contains(":") ? HostPort(host: String(host.prefix { $0 != "%" }), port: port) : self
    }

    private static func port(_ rest: Substring) throws(ParseError) -> Int? {
        let digits = rest.utf8.dropFirst()
        if digits.isEmpty, rest.utf8.allSatisfy({ $0 == UInt8(ascii: ":") }) { return nil }
        guard rest.utf8.first == UInt8(ascii: ":"), let port = UInt16(decimal: Substring(digits)) else { throw .port }
        return Int(port)
    }

    /// Whether a text can be a host name or an IPv4 address: letters and numbers of Unicode, `-`, `.` and `_`, at least
    /// one.
    public static func isName(_ text: some StringProtocol) -> Bool {
        !text.isEmpty && hasOnlyLettersNumbers(and: "-._", Substring(text))
    }

    /// Whether a text has a colon and only characters of an IPv6 address, with or without a zone (RFC 4007).
    private static func looksLikeIPv6(_ text: Substring) -> Bool {
        text.utf8.contains(UInt8(ascii: ":")) && hasOnlyLettersNumbers(and: ":.%-_", text)
    }

    private static func hasOnlyLettersNumbers(and others: String, _ text: Substring) -> Bool {
        let isASCII = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
            default: byte.isASCIIDigit || others.utf8.contains(byte)
            }
        }
        return isASCII || text.allSatisfy { $0.isLetter || $0.isNumber || others.contains($0) }
    }

    /// The form that the parser reads.
    public var description: String {
        let host = host.contains(":") ? "[\(host)]" : host
        return port.map { "\(host):\($0)" } ?? host
    }
}
