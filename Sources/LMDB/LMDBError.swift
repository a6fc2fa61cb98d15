internal import CLMDB

/// What LMDB, or the system below it, refused to do.
///
/// Every failure of this module is one of these; errors thrown by a caller's own closures pass through unchanged.
/// Decide by ``code``, show ``description``.
public struct LMDBError: Error, Hashable, Sendable {
    /// Why it failed: the value to switch on.
    public let code: Code

    /// The operation that failed, as one word: `open`, `put`, `commit` and so on.
    public let operation: String

    /// What the operation was about: a table's name or a folder.
    public let subject: String

    /// What happened and what can be done, as a sentence.
    public let explanation: String

    /// An error with an explanation of its own in place of the code's usual sentence.
    init(_ code: Code, _ operation: Operation, _ subject: String, _ explanation: String? = nil) {
        self.code = code
        self.operation = operation.rawValue
        self.subject = subject
        self.explanation = explanation ?? code.explanation
    }
}

extension LMDBError: CustomStringConvertible {
    /// For example: `put in "log" failed: The map is full; …`.
    public var description: String { "\(operation) in \"\(subject)\" failed: \(explanation)" }
}
