/// Why the bytes of a page could not be read.
public enum PageError: Error, Hashable, Sendable {
    /// The bytes are no page, or the page has no valid root; with the reason.
    case noReadableRoot(String)
    /// The root is valid and names another group than the reader's. The rest was not read.
    case foreignGroup(GroupID)
    /// The root is valid, but the rest could not be read; with the reason. A page of fewer messages may be readable.
    case unreadable(String)

    /// The reason, as a sentence.
    public var sentence: String {
        switch self {
        case .noReadableRoot(let sentence), .unreadable(let sentence): sentence
        case .foreignGroup(let group): "The page comes from a node of another group, \(group)."
        }
    }
}
