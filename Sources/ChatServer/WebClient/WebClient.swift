internal import ChatModel
internal import Crypto
internal import Foundation

/// The page by which people chat in a browser, with all that it loads: in memory, read once.
public struct WebClient: Sendable {
    /// Names all of the files together: another one wherever a byte of them is another one.
    public let version: String

    // Asked for by names that stay when the program is another one.
    let page: WebAnswer
    let worker: WebAnswer
    let manifest: WebAnswer
    /// What browsers ask for at `favicon.ico`, whatever they show.
    let icon: WebAnswer
    /// What these load, by paths that have the version in them, relative to them.
    let assets: [(path: String, answer: WebAnswer)]

    /// Reads the files that lie beside the program.
    ///
    /// - Throws: ``WebClientError``. A node without its page could go on for programs and peers; but the one who can mend
    ///   it is there when it starts, and not when the first person opens the page.
    public init() throws(WebClientError) {
        try self.init(files: try WebFolder.files(in: WebFolder.besideProgram))
    }

    /// - Throws: ``WebClientError`` where one of the entrances or the icon is missing, or a name cannot stand in an address.
    package init(files: [WebFile]) throws(WebClientError) {
        let files = files.sorted { $0.name < $1.name }
        if let file = files.first(where: { !$0.hasPlainName }) { throw .badName(file.name) }
        let version = Self.version(of: files)
        let assets = files.filter { !Self.entrances.contains($0.name) }
            .map { (path: "web/\(version)/\($0.name)", answer: WebAnswer($0, tag: version, .immutable)) }
        let values = ["version": version, "files": Self.json(assets.map(\.path))]
        func file(_ name: String) throws(WebClientError) -> WebFile {
            guard let file = files.first(where: { $0.name == name }) else { throw .missing(name) }
            return file
        }
        func entrance(_ name: String) throws(WebClientError) -> WebAnswer {
            WebAnswer(try file(name).replacing(values), tag: version, .revalidated)
        }
        page = try entrance(Self.pageName)
        worker = try entrance(Self.workerName)
        manifest = try entrance(Self.manifestName)
        icon = WebAnswer(try file(Self.iconName), tag: version, .revalidated)
        (self.version, self.assets) = (version, assets)
    }

    /// Files in which `{{version}}` and `{{files}}` stand for the version and for the paths of all other files.
    private static let entrances = [pageName, workerName, manifestName]
    private static let pageName = "index.html"
    private static let workerName = "sw.js"
    private static let manifestName = "manifest.webmanifest"
    private static let iconName = "icon-192.png"

    /// A hash over names and bytes as they lie in the folder.
    private static func version(of files: [WebFile]) -> String {
        var hash = SHA256()
        for part in files.flatMap({ [Array($0.name.utf8), $0.bytes] }) {
            hash.update(data: Array("\(part.count):".utf8) + part)
        }
        return Base64URL.encode(Array(hash.finalize().prefix(versionBytes)))
    }

    /// Bytes of the hash in the version.
    private static let versionBytes = 16

    /// Paths have no character that JSON escapes.
    private static func json(_ paths: [String]) -> String {
        "[" + paths.map { "\"\($0)\"" }.joined(separator: ", ") + "]"
    }
}

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
