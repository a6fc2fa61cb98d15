/// Why the store could not do what it was asked: a code for programs and a sentence for the person who meets it.
public struct StoreError: Error, Hashable, Sendable, Codable, CustomStringConvertible {
    public enum Code: String, Sendable, Codable {
        // Opening
        case folderUnusable = "folder-unusable"
        case folderInUse = "folder-in-use"
        case storeMissing = "store-missing"
        case keyMissing = "key-missing"
        case keyUnreadable = "key-unreadable"
        case schemaUnknown = "schema-unknown"
        case truncated = "store-truncated"
        // Writing
        case diskFull = "disk-full"
        case storeFull = "store-full"
        case idsExhausted = "ids-exhausted"
        case keyReused = "key-reused"
        case busy = "busy"
        case closed = "closed"
        case outcomeUnknown = "outcome-unknown"
        // Reading
        case cursorUnknown = "cursor-unknown"
        case unavailable = "store-unavailable"
        case damaged = "store-damaged"
    }

    public let code: Code
    /// What happened, to what, and what to do about it.
    public let sentence: String

    public init(_ code: Code, _ sentence: String) {
        self.code = code
        self.sentence = sentence
    }

    public var description: String { sentence }
}

extension StoreError {
    /// What to do about a store that is damaged beyond single messages.
    public static let remedy =
        "Put a backup in its place, or move data.mdb away, keep node.key, and let the node fill from its peers. "
        + "Keep the old data.mdb in either case: messages that no peer has are only there."
}
