import HummingbirdTesting
import Testing

/// The way of a test's requests to the routes. Tests run with both.
enum Transport: String, CaseIterable, CustomTestStringConvertible {
    /// Within the process, without a connection.
    case router
    /// Over a socket.
    case port

    var setup: TestingSetup {
        switch self {
        case .router: .router
        case .port: .live
        }
    }

    var testDescription: String { rawValue }
}
