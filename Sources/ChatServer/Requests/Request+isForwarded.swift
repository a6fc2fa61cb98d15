internal import HTTPTypes
internal import Hummingbird

extension Request {
    /// Whether the request says that it came through a proxy. A connection from this machine may then be one of any client.
    var isForwarded: Bool {
        headers.contains { field in
            let name = field.name.canonicalName
            return name == "forwarded" || name == "via" || name.hasPrefix("x-forwarded-")
        }
    }
}
