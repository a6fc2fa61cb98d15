internal import HTTPTypes
internal import Hummingbird

/// The rule against requests that a web page of another site made the browser send.
///
/// A web page of any site can post a form to localhost, load an image from there or time an answer, and the user is not
/// asked. Browsers name that site in the header field Origin, and newer ones add Sec-Fetch-Site. Programs send neither.
enum OriginRule {
    /// Paths that a link on another site may open.
    private static let linkable: Set<String> = ["/", "/chat/", "/test.html", "/chat/test.html"]

    static func allows(_ request: Request) -> Bool {
        isOwn(request) || request.method != .post && isNavigation(request) && linkable.contains(request.uri.path)
    }

    private static func isOwn(_ request: Request) -> Bool {
        isOwn(request.headers[values: .origin], host: request.head.authority)
            && isOwnSite(request.headers[values: .secFetchSite])
    }

    /// Whether all origins are this node's. `null`, with which browsers hide an origin, is not.
    private static func isOwn(_ origins: [String], host: String?) -> Bool {
        guard !origins.isEmpty else { return true }
        guard let host = host.flatMap({ Authority($0) }) else { return false }
        return origins.allSatisfy { origin in
            let scheme = "http://"
            guard origin.lowercased().hasPrefix(scheme) else { return false }
            return Authority(origin.dropFirst(scheme.count)) == host
        }
    }

    /// Whether all values are `same-origin` or `none`. Browsers send `none` for a typed address or a bookmark.
    private static func isOwnSite(_ sites: [String]) -> Bool {
        sites.allSatisfy { $0 == "same-origin" || $0 == "none" }
    }

    /// Whether the browser shows the answer as a page. The page of another site cannot read it.
    private static func isNavigation(_ request: Request) -> Bool {
        request.headers[values: .secFetchMode] == ["navigate"]
    }
}

extension HTTPField.Name {
    fileprivate static let secFetchSite = Self("Sec-Fetch-Site")!
    fileprivate static let secFetchMode = Self("Sec-Fetch-Mode")!
}
