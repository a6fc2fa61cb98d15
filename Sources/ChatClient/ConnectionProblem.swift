internal import AsyncHTTPClient
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// Short descriptions of connection errors, for people.
enum ConnectionProblem {
    /// Returns a description without a capital letter and a full stop, such as "connection refused".
    static func words(for error: any Error) -> String {
        switch error {
        case let error as NIOConnectionError: words(for: error)
        case let error as IOError: words(for: error)
        case let error as HTTPParserError: words(for: error)
        case let error as HTTPClientError where error == .connectTimeout: "connection timed out"
        case let error as HTTPClientError where error == .remoteConnectionClosed: "it closed the connection"
        case ChannelError.ioOnClosedChannel: "it closed the connection"
        case let error as HTTPClientError where error == .cancelled: "the request was cancelled"
        case is CancellationError: "the request was cancelled"
        default: "\(error)"
        }
    }

    private static func words(for error: NIOConnectionError) -> String {
        if let failure = error.connectionErrors.first { return words(for: failure.error) }
        return "the name \(error.host) does not resolve to an address"
    }

    private static func words(for error: HTTPParserError) -> String {
        switch error {
        case .invalidEOFState: "it closed the connection"
        case .headerOverflow: "the header of its answer is too long"
        default: "its answer is not HTTP/1.1"
        }
    }

    private static func words(for error: IOError) -> String {
        switch error.errnoCode {
        case ECONNREFUSED: "connection refused"
        case ECONNRESET, EPIPE: "it closed the connection"
        case EHOSTUNREACH, ENETUNREACH: "no route to host"
        case ETIMEDOUT: "connection timed out"
        default: "\(error)"
        }
    }
}
