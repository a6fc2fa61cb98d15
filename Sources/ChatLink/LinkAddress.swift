public import ChatModel

/// An address at which the node with a key listens for peers: `tidings:KEY@host:port`.
public struct LinkAddress: Hashable, Sendable, CustomStringConvertible {
    public static let scheme = "tidings:"
    /// The port on which a node listens for links unless its owner chooses another one.
    public static let usualPort = 7411

    public let key: PublicKey
    /// With a port from 1 to 65535.
    public let place: HostPort

    public init(key: PublicKey, place: HostPort) {
        self.key = key
        self.place = place
    }

    /// - Throws: ``Refusal`` with `bad-address` and a sentence that shows the expected form.
    public init(_ text: String) throws(Refusal) {
        guard text.prefix(Self.scheme.count).lowercased() == Self.scheme else {
            throw Self.refusal("The address must begin with \(Self.scheme)")
        }
        let parts = text.dropFirst(Self.scheme.count).split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2 else { throw Self.refusal("The address must have one @ between key and host.") }
        do {
            key = try PublicKey(base64URL: parts[0])
        } catch {
            throw Self.refusal("The text before @ must be the public key of a node, 43 characters.")
        }
        guard let place = try? HostPort(parts[1]) else { throw Self.refusal("The host or the port is not valid.") }
        guard let port = place.port else { throw Self.refusal("The address lacks a port.") }
        guard port > 0 else { throw Self.refusal("The port must be between 1 and 65535.") }
        guard place.description.utf8.count <= Limits.addressBytes else {
            throw Self.refusal("Host and port must have at most \(Limits.addressBytes) bytes.")
        }
        self.place = place
    }

    public var description: String { "\(Self.scheme)\(key)@\(place)" }

    private static func refusal(_ problem: String) -> Refusal {
        Refusal(.badAddress, "\(problem) Write it as tidings:KEY@host:\(usualPort).")
    }
}

/// A peer that is reached over links: its key, and the addresses at which it may be.
public struct LinkPeer: Hashable, Sendable {
    public let key: PublicKey
    /// In the order of the configuration. None for a peer that nobody can dial.
    public private(set) var places: [HostPort]

    public init(key: PublicKey, places: [HostPort]) {
        self.key = key
        self.places = places
    }

    /// Reads a line that `address` has printed.
    ///
    /// - Returns: nil for another text, such as an invitation.
    public init?(line: String) {
        let parts = line.split(whereSeparator: \.isWhitespace).joined().split(separator: "@", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased().hasPrefix(LinkAddress.scheme),
            let key = try? PublicKey(base64URL: parts[0].dropFirst(LinkAddress.scheme.count))
        else { return nil }
        let places = parts[1].split(separator: ",", omittingEmptySubsequences: false).map { try? HostPort($0) }
        guard places.count <= Limits.peerPlaces, places.allSatisfy({ $0?.port.map { $0 > 0 } ?? false }) else {
            return nil
        }
        self.init(key: key, places: places.compactMap(\.self))
    }

    /// Groups addresses by their keys, in the order in which each key comes first, without duplicates.
    public static func peers(at addresses: [LinkAddress]) -> [LinkPeer] {
        var peers: [LinkPeer] = []
        for address in addresses {
            let index = peers.firstIndex { $0.key == address.key } ?? peers.endIndex
            if index == peers.endIndex { peers.append(LinkPeer(key: address.key, places: [])) }
            if !peers[index].places.contains(address.place) { peers[index].places.append(address.place) }
        }
        return peers
    }

    /// What identifies the peer, whatever its addresses are: `tidings:KEY`.
    public var name: String { "\(LinkAddress.scheme)\(key)" }

    /// The name with all addresses: `tidings:KEY@host:port,host:port`.
    public var address: String {
        places.isEmpty ? name : "\(name)@\(places.map(\.description).joined(separator: ","))"
    }
}
