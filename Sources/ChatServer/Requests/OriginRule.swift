internal import HTTPTypes
internal import Hummingbird

/// The rule against posts that a web page of another site made the browser send.
///
/// A web page of any site can post a form to localhost, and the user is not asked. Browsers name that site in the header
/// field Origin, and newer ones add Sec-Fetch-Site. Programs send neither. GET needs no rule, because it changes nothing.
enum OriginRule {
    static func allows(_ request: Request) -> Bool {
        request.method != .post
            || isOwn(request.headers[values: .origin], host: request.head.authority)
                && isOwnSite(request.headers[values: .secFetchSite])
    }

    /// Whether all origins are this node's. `null`, with which browsers hide an origin, is not.
    private static func isOwn(_ origins: [String], host: String?) -> Bool {
        guard let host = host.flatMap({ Authority($0) }) else { return origins.isEmpty }
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
}

extension HTTPField.Name {
    fileprivate static let secFetchSite = Self("Sec-Fetch-Site")!
}
