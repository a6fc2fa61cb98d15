internal import Hummingbird

/// Refuses requests for names to which the node does not answer, with 421.
struct HostGuard: RouterMiddleware {
    typealias Context = ClientContext

    let rule: HostRule

    func handle(_ request: Request, context: Context, next: NextResponder) async throws -> Response {
        guard rule.allows(request.head.authority) else { throw Failure.foreignHost }
        return try await next(request, context)
    }
}
