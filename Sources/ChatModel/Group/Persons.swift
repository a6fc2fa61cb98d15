/// Which members are one person: those that name each other as the same, and all who are connected so.
///
/// It follows from the newest address records of the members alone, so nodes with the same messages know the same persons. What only one
/// side says counts for nothing.
public struct Persons: Sendable {
    /// The other keys that one key can name as the same person: they fit into a kept value.
    public static let maximumSame = 5

    private let claims: [PublicKey: Set<PublicKey>]
    private var persons: [PublicKey: PublicKey] = [:]

    /// - Parameter claims: what each member says of others. Keys that are no members count for nothing.
    public init(_ claims: [PublicKey: Set<PublicKey>]) {
        self.claims = claims
        for key in claims.keys.sorted() where persons[key] == nil {
            var (person, next) = ([key], 0)
            persons[key] = key
            while next < person.count {
                for other in (claims[person[next]] ?? []).sorted()
                where persons[other] == nil && agree(person[next], other) {
                    persons[other] = key
                    person.append(other)
                }
                next += 1
            }
            if person.count == 1 { persons[key] = nil }
        }
    }

    private func agree(_ one: PublicKey, _ other: PublicKey) -> Bool {
        claims[one]?.contains(other) == true && claims[other]?.contains(one) == true
    }

    /// Returns the lowest key of the person that a key belongs to; nil if no other key is the same person.
    public func person(of key: PublicKey) -> PublicKey? { persons[key] }

    /// Returns who says that two keys are the same person; nil if neither does.
    ///
    /// - Parameter own: the key of this node.
    public func claim(of other: PublicKey, by own: PublicKey) -> Claim? {
        switch (claims[own]?.contains(other) == true, claims[other]?.contains(own) == true) {
        case (true, true): .both
        case (true, false): .here
        case (false, true): .there
        case (false, false): nil
        }
    }

    public enum Claim: String, Hashable, Sendable, Encodable {
        /// This node says it.
        case here
        /// The other node says it.
        case there
        case both
    }
}
