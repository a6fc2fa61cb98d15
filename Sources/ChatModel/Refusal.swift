/// Why something was not accepted: a code for programs and a sentence for the person who gets it.
///
/// The code is what `<failure code="…">` carries over HTTP and what quarantine keeps as the reason.
public struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was wrong, as a word of the protocol.
    public struct Code: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }
    }

    public let code: Code
    /// What happened, to what, and what to do about it.
    public let sentence: String

    public init(_ code: Code, _ sentence: String) {
        self.code = code
        self.sentence = sentence
    }

    public var description: String { "\(code.rawValue): \(sentence)" }
}

extension Refusal.Code {
    // A field
    public static let fieldName = Self(rawValue: "field-name")
    public static let fieldEmpty = Self(rawValue: "field-empty")
    public static let fieldTwice = Self(rawValue: "field-twice")
    public static let tooManyFields = Self(rawValue: "too-many-fields")
    public static let notUTF8 = Self(rawValue: "not-utf-8")
    public static let illegalCharacter = Self(rawValue: "illegal-character")
    public static let messageTooLarge = Self(rawValue: "message-too-large")

    /// `user` or `text` is absent or empty: `user-missing`, `text-missing`.
    public static func missing(_ name: FieldName) -> Self { Self(rawValue: "\(name)-missing") }
    /// A field is longer than its limit: `user-too-long`, `text-too-long`, `room-too-long`, `device-too-long`.
    public static func tooLong(_ name: FieldName) -> Self { Self(rawValue: "\(name)-too-long") }

    // A signature and the values that stand as text in a page
    public static let badKey = Self(rawValue: "bad-key")
    public static let badSignature = Self(rawValue: "bad-signature")
    public static let badValue = Self(rawValue: "bad-value")
}
