internal import Hummingbird

/// Answers HEAD as GET, with the length that the body would have and without the body.
struct HeadMiddleware: RouterMiddleware {
    typealias Context = ClientContext

    func handle(_ request: Request, context: Context, next: NextResponder) async throws -> Response {
        let response = try await next(request, context)
        return request.method == .head ? response.createHeadResponse() : response
    }
}
