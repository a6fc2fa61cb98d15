internal import HTTPTypes
internal import Hummingbird

/// Refuses posts that a page of another site has made a browser send, with 403.
///
/// Any page can post a form to localhost without asking. Browsers then say so in Origin, and newer ones in
/// Sec-Fetch-Site; programs send neither. GET changes nothing and needs no guard.
struct OriginGuard: RouterMiddleware {
    typealias Context = ClientContext

    func handle(_ request: Request, context: Context, next: NextResponder) async throws -> Response {
        if request.method == .post {
            guard Self.isOwn(request.headers[values: .origin], host: request.head.authority),
                Self.isOwnSite(request.headers[values: .secFetchSite])
            else { throw Failure.foreignOrigin }
        }
        return try await next(request, context)
    }

    /// `null`, which stands for an origin that the browser hides, is not the node's own.
    private static func isOwn(_ origins: [String], host: String?) -> Bool {
        guard let host = host.flatMap({ Authority($0) }) else { return origins.isEmpty }
        return origins.allSatisfy { origin in
            let scheme = "http://"
            guard origin.lowercased().hasPrefix(scheme) else { return false }
            return Authority(origin.dropFirst(scheme.count)) == host
        }
    }

    /// `none` is what the user typed or opened from a bookmark.
    private static func isOwnSite(_ sites: [String]) -> Bool {
        sites.allSatisfy { $0 == "same-origin" || $0 == "none" }
    }
}

extension HTTPField.Name {
    fileprivate static let secFetchSite = Self("Sec-Fetch-Site")!
}
