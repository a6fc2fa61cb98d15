internal import HTTPTypes
internal import Hummingbird

/// Refuses the methods that an address does not answer to, with 405 and what it does answer to.
struct MethodGuard: RouterMiddleware {
    typealias Context = ClientContext

    /// By path, sorted.
    let allowed: [String: [HTTPRequest.Method]]

    func handle(_ request: Request, context: Context, next: NextResponder) async throws -> Response {
        if let methods = allowed[request.uri.path], !methods.contains(request.method) {
            throw Failure.methodNotAllowed(methods)
        }
        return try await next(request, context)
    }
}
