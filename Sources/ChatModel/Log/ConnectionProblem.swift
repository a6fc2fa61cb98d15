/// Why there is no connection to a node, or why it broke.
public enum ConnectionProblem: Hashable, Sendable, CustomStringConvertible {
    case refused
    /// The node closed the connection.
    case closed
    case timedOut
    case noRoute
    /// The name of the host does not resolve to an address.
    case nameNotResolved(String)
    /// The header of the answer is too long.
    case headerTooLong
    /// The answer is not HTTP/1.1.
    case notHTTP
    case cancelled
    /// Any other error, with its description.
    case other(String)

    /// A clause without a capital letter and a full stop, the same for every reader.
    public var description: String {
        switch self {
        case .refused: "connection refused"
        case .closed: "it closed the connection"
        case .timedOut: "connection timed out"
        case .noRoute: "no route to host"
        case .nameNotResolved(let host): "the name \(host) does not resolve to an address"
        case .headerTooLong: "the header of its answer is too long"
        case .notHTTP: "its answer is not HTTP/1.1"
        case .cancelled: "the request was cancelled"
        case .other(let description): description
        }
    }
}
