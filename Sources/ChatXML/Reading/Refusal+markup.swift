import ChatModel

extension Refusal.Code {
    /// An element holds what it cannot hold.
    static let badMarkup = Self(rawValue: "bad-markup")
}
