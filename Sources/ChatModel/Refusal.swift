/// Why something was refused: a code for programs and a sentence for the person who reads it.
public struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
    public let code: FailureCode
    /// What happened, to what, and what to do about it.
    public let sentence: String

    public init(_ code: FailureCode, _ sentence: String) {
        self.code = code
        self.sentence = sentence
    }

    public var description: String { "\(code): \(sentence)" }
}
