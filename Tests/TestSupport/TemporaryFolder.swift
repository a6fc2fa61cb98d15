import Foundation

/// A new folder in the system's temporary folder. `deinit` removes it.
public struct TemporaryFolder: ~Copyable {
    public let path: String

    public init() throws {
        path = NSTemporaryDirectory() + "tidings-tests-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }
}
