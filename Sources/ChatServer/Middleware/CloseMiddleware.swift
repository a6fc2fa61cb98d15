internal import Hummingbird

/// Closes the connection after the answer, whatever its status, if the query string has the parameter `t`.
///
/// The article's client sends `t`. It opens a connection for each request and never closes one that the server keeps open.
struct CloseMiddleware: RouterMiddleware {
    typealias Context = ClientContext

    func handle(_ request: Request, context: Context, next: NextResponder) async throws -> Response {
        var response = try await next(request, context)
        let pairs = URLEncodedForm.pairs(in: (request.uri.query ?? "").utf8)
        if pairs.contains(where: { ParameterName(utf8: $0.name) == .t }) { response.headers[.connection] = "close" }
        return response
    }
}
