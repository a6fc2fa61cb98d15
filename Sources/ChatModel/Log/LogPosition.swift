/// A place in one store's log: an id and the mark there, which proves which log is meant.
public struct LogPosition: Hashable, Sendable {
    public static let start = LogPosition(id: .zero, mark: .zero)

    public let id: LogID
    public let mark: Mark

    public init(id: LogID, mark: Mark) {
        self.id = id
        self.mark = mark
    }
}
