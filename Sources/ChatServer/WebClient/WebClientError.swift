internal import Foundation

/// Why the web client cannot be served: a sentence that names the file and says what to do.
public struct WebClientError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What happened, to what, and what to do about it.
    public let sentence: String

    public var description: String { sentence }
}

extension WebClientError {
    static func unreadable(_ path: String, _ error: any Error) -> WebClientError {
        WebClientError(
            sentence:
                "The web page's files cannot be read at \(path): they belong beside the program; copy that folder "
                + "along with it, or build again. \(error.localizedDescription)")
    }

    static func missing(_ name: String) -> WebClientError {
        WebClientError(
            sentence: "The file \(name) is missing from the web page's files, which belong beside the program; copy "
                + "their folder again, whole, or build again.")
    }

    static func badName(_ name: String) -> WebClientError {
        WebClientError(
            sentence: "The file \(name) among the web page's files cannot stand in an address: name it with letters, "
                + "digits, and - _ . only, or remove it.")
    }
}
