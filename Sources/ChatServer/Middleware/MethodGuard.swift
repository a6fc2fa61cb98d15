internal import HTTPTypes
internal import Hummingbird

/// Refuses addresses where nothing is, with 404, and the methods that an address does not answer to, with 405 and what
/// it does answer to.
///
/// An address is compared byte for byte; the router behind would also find one with slashes too many.
struct MethodGuard: RouterMiddleware {
    typealias Context = ClientContext

    /// By path, sorted.
    let allowed: [String: [HTTPRequest.Method]]

    func handle(_ request: Request, context: Context, next: NextResponder) async throws -> Response {
        guard let methods = allowed[request.uri.path] else { throw Failure.notFound }
        guard methods.contains(request.method) else { throw Failure.methodNotAllowed(methods) }
        return try await next(request, context)
    }
}

/// Answers HEAD as GET, with the length that the body would have and without the body.
struct HeadMiddleware: RouterMiddleware {
    typealias Context = ClientContext

    func handle(_ request: Request, context: Context, next: NextResponder) async throws -> Response {
        let response = try await next(request, context)
        return request.method == .head ? response.createHeadResponse() : response
    }
}
