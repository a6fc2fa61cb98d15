internal import ChatModel
internal import Crypto

/// The web client: the HTML document with which people chat in a browser, and all files that it loads. The files are
/// read once and kept in memory, each compressed from its first request on.
public struct WebClient: Sendable {
    /// A hash over all files. It changes whenever a byte of a file changes.
    public let version: String

    // These answers are served at paths without the version, so that a browser finds a newer version there.
    let webPage: WebAnswer
    let ownerWebPage: WebAnswer
    let worker: WebAnswer
    let manifest: WebAnswer
    /// The answer to `favicon.ico`, which browsers request for every site.
    let icon: WebAnswer
    /// All other files. Each path contains the version and is relative to the path of the web page.
    let assets: [(path: String, answer: WebAnswer)]

    /// Reads the files that the build puts next to the program.
    ///
    /// A node without its web client could still serve programs and peers. It does not start, because its owner, who can
    /// repair it, is present at the start and not when the first person opens the web page.
    ///
    /// - Throws: ``WebClientError``.
    public init() throws(WebClientError) {
        try self.init(files: try WebFolder.files(in: WebFolder.nextToProgram))
    }

    /// - Parameter files: Their names can be part of a path without escapes.
    /// - Throws: ``WebClientError`` if the web page, the worker, the manifest or the icon is missing.
    package init(files: [WebFile]) throws(WebClientError) {
        let files = files.sorted { $0.name < $1.name }
        let version = Self.version(of: files)
        let assets = files.filter { !Self.entrances.contains($0.name) }
            .map {
                (path: "web/\(version)/\($0.name)", answer: WebAnswer($0, tag: version, .immutable, policy: .asset))
            }
        let values = ["version": version, "files": assets.map(\.path).joined(separator: " ")]
        func file(_ name: String) throws(WebClientError) -> WebFile {
            guard let file = files.first(where: { $0.name == name }) else { throw .missing(name) }
            return file
        }
        func entrance(_ name: String) throws(WebClientError) -> WebAnswer {
            WebAnswer(try file(name).replacing(values), tag: version, .revalidated, policy: .webPage)
        }
        webPage = try entrance(Self.webPageName)
        ownerWebPage = try entrance(Self.ownerWebPageName)
        worker = try entrance(Self.workerName)
        manifest = try entrance(Self.manifestName)
        icon = WebAnswer(try file(Self.iconName), tag: version, .revalidated, policy: .asset)
        (self.version, self.assets) = (version, assets)
    }

    /// The files in which `{{version}}` is replaced by the version, and `{{files}}` by the paths of all assets, with a space between two.
    private static let entrances = [webPageName, ownerWebPageName, workerName, manifestName]
    private static let webPageName = "index.html"
    private static let ownerWebPageName = "owner.html"
    static let workerName = "sw.js"
    private static let manifestName = "manifest.webmanifest"
    private static let iconName = "icon-192.png"

    /// Hashes names and bytes of the files as they are in the folder.
    private static func version(of files: [WebFile]) -> String {
        var hash = SHA256()
        for part in files.flatMap({ [Array($0.name.utf8), $0.bytes] }) {
            hash.update(data: Array("\(part.count):".utf8) + part)
        }
        return Base64URL.encode(Array(hash.finalize().prefix(versionBytes)))
    }

    /// The number of bytes of the hash in the version.
    private static let versionBytes = 16
}

/// The reason why the web client cannot be served.
public enum WebClientError: Error, Hashable, Sendable {
    /// The folder or a file in it cannot be read; `reason` is the system's message.
    case unreadable(folder: String, reason: String)
    /// A file without which the web client does not work is missing.
    case missing(String)
}

extension WebClientError: CustomStringConvertible {
    /// Says which file is wrong and how, for a log. It gives no advice: the program writes a sentence for the node's owner.
    public var description: String {
        switch self {
        case .unreadable(let folder, let reason): "The web client's folder \(folder) cannot be read: \(reason)"
        case .missing(let file): "The web client's file \(file) is missing."
        }
    }
}
