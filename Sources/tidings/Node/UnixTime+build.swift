import CBuildDate
import ChatModel

extension UnixTime {
    /// A moment at most two days before this program was built.
    static let build = UnixTime(milliseconds: tidings_build_date_milliseconds())
}
