internal import AsyncHTTPClient
package import ChatModel
internal import Foundation
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix

extension ConnectionProblem {
    package init(_ error: any Error) {
        switch error {
        case let error as NIOConnectionError: self.init(error)
        case let error as IOError: self.init(error)
        case let error as HTTPParserError: self.init(error)
        case let error as HTTPClientError where error == .connectTimeout: self = .timedOut
        case let error as HTTPClientError where error == .remoteConnectionClosed: self = .closed
        case ChannelError.ioOnClosedChannel: self = .closed
        case ChannelError.connectTimeout: self = .timedOut
        case let error as HTTPClientError where error == .cancelled: self = .cancelled
        case is CancellationError: self = .cancelled
        default: self = .other("\(error)")
        }
    }

    private init(_ error: NIOConnectionError) {
        if let failure = error.connectionErrors.first {
            self.init(failure.error)
        } else {
            self = .nameNotResolved(error.host)
        }
    }

    private init(_ error: HTTPParserError) {
        switch error {
        case .invalidEOFState: self = .closed
        case .headerOverflow: self = .headerTooLong
        default: self = .notHTTP
        }
    }

    private init(_ error: IOError) {
        switch error.errnoCode {
        case ECONNREFUSED: self = .refused
        case ECONNRESET, EPIPE: self = .closed
        case EHOSTUNREACH, ENETUNREACH: self = .noRoute
        case ETIMEDOUT: self = .timedOut
        default: self = .other("\(error)")
        }
    }
}
