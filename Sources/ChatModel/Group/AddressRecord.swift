/// A message with the field `places`, in which a node says where it can be reached, and which other nodes are those of the same person
/// (the field `same`). The newest record of a node counts:
/// the one with the highest number, then the highest stamp, then the highest digest.
///
/// It is a message like others, so it reaches every member on every path that messages take. Nobody else can write one
/// for the node, and an old record that arrives late never replaces a newer one.
public struct AddressRecord: Hashable, Sendable {
    /// The most addresses that count.
    public static let maximumPlaces = 8
    /// The highest number. The newest of several records with it is found by their stamps.
    static let maximumNumber: UInt64 = 1 << 53

    public let origin: PublicKey
    public let version: Version
    /// The name of the node.
    public let name: String
    /// The addresses; empty if nobody can dial the node.
    public let places: [HostPort]
    /// The other keys that are the same person, as the node says.
    public let same: Set<PublicKey>

    /// The order of the records of one node. A clock that was wrong for a while cannot keep later records back, since the
    /// number counts first.
    public struct Version: Hashable, Comparable, Sendable {
        public let number: UInt64
        /// The stamp and the digest of the message.
        public let stamp: Stamp
        public let digest: Digest

        public init(number: UInt64, stamp: Stamp, digest: Digest) {
            (self.number, self.stamp, self.digest) = (number, stamp, digest)
        }

        public static func < (one: Version, other: Version) -> Bool {
            (one.number, one.stamp, one.digest) < (other.number, other.stamp, other.digest)
        }
    }

    /// - Returns: nil if the message says nothing about addresses. Skips parts that are not `HOST:PORT`.
    public init?(_ message: Message) {
        guard let parts = message.fields[.places]?.description.split(separator: " ", maxSplits: 1), parts.count == 2,
            let number = UInt64(decimal: parts[0]), number <= Self.maximumNumber
        else { return nil }
        origin = message.origin
        version = Version(number: number, stamp: message.stamp, digest: message.digest)
        name = message.fields[.user]?.description ?? ""
        places = Array(
            parts[1].split(separator: ",").lazy.filter { $0.utf8.count <= Limits.addressBytes }
                .compactMap { try? HostPort($0) }
                .filter { $0.port.map { $0 > 0 } ?? false }.prefix(Self.maximumPlaces))
        let keys = message.fields.keptValue(.same)?.description.split(separator: " ") ?? []
        same = Set(keys.prefix(Persons.maximumSame).compactMap { try? PublicKey(base64URL: String($0)) })
            .subtracting([message.origin])
    }

    /// Returns the value of the field `places` of the record after another one.
    ///
    /// - Parameter earlier: the newest record of the node; nil if there is none.
    public static func value(of places: [HostPort], after earlier: AddressRecord?) -> String {
        let number = min((earlier?.version.number ?? 0) + 1, maximumNumber)
        let list = places.prefix(maximumPlaces).map(\.description).joined(separator: ",")
        return "\(number) \(list.isEmpty ? "none" : list)"
    }
}
