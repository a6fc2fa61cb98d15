internal import Foundation

/// A file of the web client as it lies in the folder.
package struct WebFile: Hashable, Sendable {
    package let name: String
    package let bytes: [UInt8]

    package init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }

    /// The media type, by the end of the name. Browsers run no script and apply no style of another one.
    var mediaType: String {
        switch name.split(separator: ".").last {
        case "html": "text/html; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "svg": "image/svg+xml; charset=utf-8"
        case "webmanifest": "application/manifest+json; charset=utf-8"
        case "png": "image/png"
        default: "application/octet-stream"
        }
    }

    /// The bytes compressed; nothing where that is not worth it, as of an image that is compressed already.
    var gzipped: [UInt8]? {
        guard let compressed = try? Gzip.compressed(bytes), compressed.count < bytes.count else { return nil }
        return compressed
    }

    /// Whether the name can stand in an address, and in the table of routes, as it is.
    var hasPlainName: Bool {
        !name.isEmpty && !name.hasPrefix(".") && name.utf8.allSatisfy(Self.isPlain)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
            true
        default: false
        }
    }

    /// The file with each `{{name}}` replaced by its value.
    func replacing(_ values: [String: String]) -> WebFile {
        var text = String(decoding: bytes, as: UTF8.self)
        for (name, value) in values {
            text = text.split(separator: "{{\(name)}}", omittingEmptySubsequences: false).joined(separator: value)
        }
        return WebFile(name: name, bytes: Array(text.utf8))
    }
}

/// The folder with the web client's files, which the build puts beside the program.
enum WebFolder {
    /// Not `Bundle.module`: where the files are missing it ends the process without a word to a person, and it goes by
    /// where the program was built, so that a copy of the program would serve what a later build has left there.
    static var besideProgram: URL {
        Bundle.main.bundleURL.appending(path: "tidings_ChatServer.\(bundleExtension)/Web", directoryHint: .isDirectory)
    }

    #if canImport(Darwin)
        private static let bundleExtension = "bundle"
    #else
        private static let bundleExtension = "resources"
    #endif

    /// The files of a folder, by name; hidden ones, which an editor or a file manager may leave there, are left out.
    ///
    /// - Throws: ``WebClientError``.
    static func files(in folder: URL) throws(WebClientError) -> [WebFile] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
                .filter { !$0.hasPrefix(".") }
                .map { WebFile(name: $0, bytes: [UInt8](try Data(contentsOf: folder.appending(path: $0)))) }
        } catch {
            throw .unreadable(folder.path(percentEncoded: false), error)
        }
    }
}
