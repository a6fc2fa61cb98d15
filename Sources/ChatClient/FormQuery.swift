internal import Foundation

/// Parameters as a query or the body of a form: `name=value&…`, UTF-8, percent-encoded.
enum FormQuery {
    /// Leaves out what has no value.
    static func write(_ parameters: [(name: String, value: String?)]) -> String {
        parameters.compactMap { name, value in value.map { "\(name)=\(encode($0))" } }.joined(separator: "&")
    }

    /// Encodes everything but the unreserved characters of RFC 3986, section 2.3.
    private static func encode(_ value: String) -> String {
        value.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    private static let unreserved = CharacterSet(
        charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")
}
