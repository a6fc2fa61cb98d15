internal import HTTPTypes
internal import Hummingbird

/// Answers 404 to unknown paths, and 405 with the allowed methods to methods that a path does not have.
///
/// Paths are compared byte for byte. The router would accept a path with extra slashes.
struct MethodGuard: RouterMiddleware {
    typealias Context = ClientContext

    /// The methods of each path.
    let allowed: [String: [HTTPRequest.Method]]

    func handle(_ request: Request, context: Context, next: NextResponder) async throws -> Response {
        guard let methods = allowed[request.uri.path] else { throw Failure.notFound }
        guard methods.contains(request.method) else { throw Failure.methodNotAllowed(methods) }
        return try await next(request, context)
    }
}
