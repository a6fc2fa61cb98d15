internal import Foundation

/// A file of the web client as it is in the folder.
package struct WebFile: Hashable, Sendable {
    /// The path within the folder, such as `model/text.js`.
    package let name: String
    package let bytes: [UInt8]
    /// The bytes as the build has compressed them with gzip; nil if it has not.
    private let compressed: [UInt8]?

    package init(name: String, bytes: [UInt8], compressed: [UInt8]? = nil) {
        (self.name, self.bytes, self.compressed) = (name, bytes, compressed)
    }

    /// The media type for the name's extension. Browsers run scripts and apply style sheets of the right type only.
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

    /// The compressed bytes; nil if compression does not make the file smaller.
    var gzipped: [UInt8]? {
        guard let made = compressed ?? (try? Gzip.compressed(bytes)), made.count < bytes.count else { return nil }
        return made
    }

    /// Returns the file with each `{{name}}` replaced by its value.
    func replacing(_ values: [String: String]) -> WebFile {
        var text = String(decoding: bytes, as: UTF8.self)
        for (name, value) in values {
            text = text.split(separator: "{{\(name)}}", omittingEmptySubsequences: false).joined(separator: value)
        }
        return WebFile(name: name, bytes: Array(text.utf8))
    }
}

/// The folder with the web client's files, which the build puts next to the program: the bundle that `scripts/build` makes of
/// them, if it exists, else the modules.
enum WebFolder {
    /// `Bundle.module` is not used for two reasons. It ends the process without a message if the files are missing. And
    /// it searches where the program was built, so that a copied program would serve the files of a later build.
    static var nextToProgram: URL {
        let modules = Bundle.main.bundleURL
            .appending(path: "tidings_ChatServer.\(bundleExtension)/Web", directoryHint: .isDirectory)
        let bundle = modules.appending(path: "bundle", directoryHint: .isDirectory)
        return FileManager.default.fileExists(atPath: bundle.path(percentEncoded: false)) ? bundle : modules
    }

    #if canImport(Darwin)
        private static let bundleExtension = "bundle"
    #else
        private static let bundleExtension = "resources"
    #endif

    /// Returns the files of a folder and of the folders within it. Hidden files, which editors and file managers create, are
    /// skipped. A file with `.gz` behind the name of another one is the compressed form of that.
    ///
    /// - Throws: ``WebClientError`` `unreadable`.
    static func files(in folder: URL) throws(WebClientError) -> [WebFile] {
        let path = folder.path(percentEncoded: false)
        do {
            let all = try FileManager.default.subpathsOfDirectory(atPath: path)
                .filter { $0.split(separator: "/").allSatisfy { !$0.hasPrefix(".") } }
                .map { (name: $0, file: folder.appending(path: $0)) }
                .filter { try $0.file.resourceValues(forKeys: [.isDirectoryKey]).isDirectory != true }
                .map { (name: $0.name, bytes: [UInt8](try Data(contentsOf: $0.file))) }
            let compressed = Dictionary(uniqueKeysWithValues: all.filter { $0.name.hasSuffix(".gz") })
            return all.filter { compressed[$0.name] == nil }
                .map { WebFile(name: $0.name, bytes: $0.bytes, compressed: compressed[$0.name + ".gz"]) }
        } catch {
            throw .unreadable(folder: path, reason: error.localizedDescription)
        }
    }
}
