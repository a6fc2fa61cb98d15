/// What a node says about where it can be reached: a message with the field `places`. Of several records of a node, the greatest
/// counts.
///
/// It is a message like others, so it reaches every member by every way on which messages do, and nobody can change or revive one.
public struct AddressRecord: Hashable, Comparable, Sendable {
    /// The most addresses that count.
    public static let maximumPlaces = 8

    public let origin: PublicKey
    /// The stamp and the digest of the message.
    public let version: Version
    /// The name of the node.
    public let name: String
    /// The addresses; empty if nobody can dial the node.
    public let places: [HostPort]

    /// The order of the records of one node.
    public struct Version: Hashable, Comparable, Sendable {
        public let stamp: Stamp
        public let digest: Digest

        public init(stamp: Stamp, digest: Digest) {
            (self.stamp, self.digest) = (stamp, digest)
        }

        public static func < (one: Version, other: Version) -> Bool {
            (one.stamp, one.digest) < (other.stamp, other.digest)
        }
    }

    /// - Returns: nil if the message says nothing about addresses. What is no address with a port is left out.
    public init?(_ message: Message) {
        guard let value = message.fields[.places] else { return nil }
        origin = message.origin
        version = Version(stamp: message.stamp, digest: message.digest)
        name = message.fields[.user]?.description ?? ""
        places = Array(
            value.description.split(separator: ",").lazy.compactMap { try? HostPort($0) }
                .filter { $0.port.map { $0 > 0 } ?? false }.prefix(Self.maximumPlaces))
    }

    /// Returns the value of the field `places`: a field cannot be empty.
    public static func value(of places: [HostPort]) -> String {
        places.isEmpty ? "none" : places.prefix(maximumPlaces).map(\.description).joined(separator: ",")
    }

    public static func < (one: AddressRecord, other: AddressRecord) -> Bool { one.version < other.version }
}
