internal import AsyncHTTPClient
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// Why there is no connection, in a person's words.
enum ConnectionProblem {
    static func words(for error: any Error) -> String {
        switch error {
        case let error as NIOConnectionError: words(for: error)
        case let error as IOError: words(for: error)
        case let error as HTTPParserError: words(for: error)
        case let error as HTTPClientError where error == .connectTimeout: "it does not answer"
        case let error as HTTPClientError where error == .remoteConnectionClosed: "it closed the connection"
        case let error as HTTPClientError where error == .cancelled: "the request was given up"
        case is CancellationError: "the request was given up"
        default: "\(error)"
        }
    }

    private static func words(for error: NIOConnectionError) -> String {
        if let failure = error.connectionErrors.first { return words(for: failure.error) }
        return "the name \(error.host) is not known"
    }

    private static func words(for error: HTTPParserError) -> String {
        switch error {
        case .invalidEOFState: "it closed the connection"
        case .headerOverflow: "its answer has too long a head"
        default: "what answers there does not speak HTTP as nodes do"
        }
    }

    private static func words(for error: IOError) -> String {
        switch error.errnoCode {
        case ECONNREFUSED: "nothing listens there"
        case ECONNRESET, EPIPE: "it closed the connection"
        case EHOSTUNREACH, ENETUNREACH: "there is no way to it"
        case ETIMEDOUT: "it does not answer"
        default: "\(error)"
        }
    }
}
