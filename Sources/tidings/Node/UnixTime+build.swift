import CBuildDate
import ChatModel

extension UnixTime {
    /// A time before this program was built. In a full build it is at most three days earlier; an incremental build keeps
    /// the time of an earlier one.
    static let build = UnixTime(milliseconds: tidings_build_date_milliseconds())
}
