/// What a server saw of its connections.
enum ServerEvent: Sendable {
    /// A request with its body, as it came.
    case request(String)
    /// A connection ended, whichever side began.
    case closed
}
