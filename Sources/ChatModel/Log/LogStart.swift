/// Where in a log a page begins.
///
/// A request names it as `past` and `mark`, or as `have`.
public enum LogStart: Hashable, Sendable {
    /// After an id. With a mark, only a log that has this mark at this id gives a page; another log refuses.
    case after(LogID, mark: Mark?)
    /// After the newest of the cursor's positions that the log has, or at the beginning if it has none of them.
    case newestCommon(Cursor)

    /// Before the first message. Every log accepts it.
    public static let beginning = LogStart.after(.zero, mark: nil)

    /// After a position, whose mark is part of the request. ``LogPosition/start`` needs no mark.
    public static func after(_ position: LogPosition) -> LogStart {
        .after(position.id, mark: position.id == .zero ? nil : position.mark)
    }
}
