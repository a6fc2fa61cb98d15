/// A position in a log: an id, and the mark at this id, which identifies the log.
public struct LogPosition: Hashable, Sendable {
    /// The start of every log.
    public static let start = LogPosition(id: .zero, mark: .zero)

    public let id: LogID
    public let mark: Mark

    public init(id: LogID, mark: Mark) {
        self.id = id
        self.mark = mark
    }
}
