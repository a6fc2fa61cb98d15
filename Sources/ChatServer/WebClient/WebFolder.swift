internal import Foundation

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
