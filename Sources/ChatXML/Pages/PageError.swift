public import ChatModel

/// Why a page could not be read.
public enum PageError: Error, Hashable, Sendable {
    /// No page at all, or its root is not as it must be: whoever sent it failed.
    case noReadableRoot(String)
    /// The root could be read, the rest not: a page of fewer messages may be better.
    case unreadable(String, head: PageHead)

    /// What is wrong, for a person.
    public var sentence: String {
        switch self {
        case .noReadableRoot(let sentence), .unreadable(let sentence, _): sentence
        }
    }
}
