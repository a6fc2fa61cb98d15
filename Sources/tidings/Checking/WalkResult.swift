import ChatStore
import Foundation

/// What a walk that came to its end says to the process that started it, as one line of JSON.
enum WalkResult: Hashable, Codable {
    case report(StoreReport)
    /// The store could not be walked.
    case refused(StoreError)

    /// A sign of life, a line before the result.
    static let sign = "walking"

    init?(line: String) {
        guard let result = try? JSONDecoder().decode(WalkResult.self, from: Data(line.utf8)) else { return nil }
        self = result
    }

    var line: String {
        get throws { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) }
    }
}
