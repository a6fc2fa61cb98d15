import HummingbirdTesting
import Testing

/// How a test's requests come to the routes: the same tests run for each.
enum Transport: String, CaseIterable, CustomTestStringConvertible {
    /// Handed to the router within the process.
    case router
    /// Through a socket and all of HTTP.
    case port

    var setup: TestingSetup {
        switch self {
        case .router: .router
        case .port: .live
        }
    }

    var testDescription: String { rawValue }
}
