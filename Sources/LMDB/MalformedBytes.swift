/// What a decoder throws when bytes are not of its type.
public struct MalformedBytes: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was expected and what was found, as part of a sentence.
    public let description: String

    public init(_ description: String) {
        self.description = description
    }
}
