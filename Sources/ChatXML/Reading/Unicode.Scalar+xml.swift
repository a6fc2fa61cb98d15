import ChatModel

extension Unicode.Scalar {
    /// Whether XML 1.0 can carry it (section 2.2): the rule for text in messages, which has one place.
    var isLegalInXML: Bool { (try? FieldValue(String(self))) != nil }
}
