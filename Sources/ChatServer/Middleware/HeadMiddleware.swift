internal import HTTPTypes
internal import Hummingbird

/// Answers HEAD with the headers of GET, Content-Length included, and without the body.
struct HeadMiddleware: RouterMiddleware {
    typealias Context = ClientContext

    func handle(_ request: Request, context: Context, next: NextResponder) async throws -> Response {
        let response = try await next(request, context)
        return request.method == .head ? response.createHeadResponse() : response
    }
}
