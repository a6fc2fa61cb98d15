internal import Hummingbird

/// What stands behind a middleware. Hummingbird is compiled without `NonisolatedNonsendingByDefault`, so its closures
/// are concurrent, which has to be said here.
typealias NextResponder = @concurrent (Request, ClientContext) async throws -> Response
