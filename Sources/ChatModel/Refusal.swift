/// Why something was refused: a code for programs and a sentence for the person who reads it.
public struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
    public let code: FailureCode
    /// What happened, to what, and what to do about it. Further lines have the details.
    public let sentence: String

    public init(_ code: FailureCode, _ sentence: String) {
        self.code = code
        self.sentence = sentence
    }

    /// One line.
    public var description: String { "\(code): \(sentence.replacing("\n", with: " "))" }
}
