internal import HTTPTypes
internal import Hummingbird

/// The rule against requests that a web page of another site made the browser send.
///
/// A web page of any site can post a form to localhost, load an image from there or time an answer, and the user is not
/// asked. Browsers name that site in the header field Origin, and newer ones add Sec-Fetch-Site. Programs send neither.
struct OriginRule: Sendable {
    /// The origin of the web page at a proxy; nil without one.
    let publicOrigin: Origin?

    /// Paths that a link on another site may open.
    private static let linkable: Set<String> = ["/", "/chat/", "/test.html", "/chat/test.html"]
    private static let filePaths = ["/web/", "/chat/web/"]

    func allows(_ request: Request) -> Bool {
        if isOwn(request) { return true }
        guard request.method != .post else { return false }
        let path = request.uri.path
        return Self.isNavigation(request) && Self.linkable.contains(path)
            || Self.isOfOwnWebPage(request) && Self.filePaths.contains { path.hasPrefix($0) }
    }

    /// Whether the browser says that the web page is of the same origin. If the field Origin is not the node's, then there is a
    /// proxy in between. The web page still gets its files, so that it can say what is wrong.
    static func isOfOwnWebPage(_ request: Request) -> Bool { request.headers[values: .secFetchSite] == ["same-origin"] }

    private func isOwn(_ request: Request) -> Bool {
        isOwn(request.headers[values: .origin], host: request.head.authority)
            && Self.isOwnSite(request.headers[values: .secFetchSite])
    }

    /// Whether all origins are this node's. `null`, with which browsers hide an origin, is not.
    private func isOwn(_ origins: [String], host: String?) -> Bool {
        guard !origins.isEmpty else { return true }
        let own = host.flatMap { Origin(.http, $0) }
        return origins.allSatisfy { text in
            guard let origin = Origin(text) else { return false }
            return origin == own || origin == publicOrigin
        }
    }

    /// Whether all values are `same-origin` or `none`. Browsers send `none` for a typed address or a bookmark.
    private static func isOwnSite(_ sites: [String]) -> Bool {
        sites.allSatisfy { $0 == "same-origin" || $0 == "none" }
    }

    /// Whether the browser shows the answer as a web page. The web page of another site cannot read it.
    private static func isNavigation(_ request: Request) -> Bool {
        request.headers[values: .secFetchMode] == ["navigate"]
    }
}

extension HTTPField.Name {
    static let secFetchSite = Self("Sec-Fetch-Site")!
    fileprivate static let secFetchMode = Self("Sec-Fetch-Mode")!
}
