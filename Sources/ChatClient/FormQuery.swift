internal import Foundation

/// Writes parameters as a query string or the body of a form: `name=value&…`, UTF-8, percent-encoded.
package enum FormQuery {
    /// Skips parameters whose value is nil.
    package static func write(_ parameters: [(name: String, value: String?)]) -> String {
        parameters.compactMap { name, value in value.map { "\(name)=\(encode($0))" } }.joined(separator: "&")
    }

    /// Percent-encodes everything except the unreserved characters of RFC 3986, section 2.3.
    private static func encode(_ value: String) -> String {
        value.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    private static let unreserved = CharacterSet(
        charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")
}
