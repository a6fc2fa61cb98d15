public import ChatModel
import Foundation

extension FailureCode {
    /// Every code that the program sends or stores, as its source declares them.
    public static let registry: [FailureCode] = {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        let source = root.appending(path: "Sources/ChatModel/FailureCode.swift")
        guard let text = try? String(contentsOf: source, encoding: .utf8) else { return [] }
        return text.matches(of: /static let \w+ = Self\("(.+)"\)/).map { FailureCode(rawValue: String($0.output.1)) }
    }()

    /// The codes that no client and no peer gets. A node whose store cannot be opened again after a disk error answers
    /// with `store-unavailable` or `store-damaged` instead.
    public static let neverSent: Set<FailureCode> = [
        .folderUnusable, .folderInUse, .storeMissing, .nodeKeyMissing, .nodeKeyUnreadable, .nodeKeyDiffers,
        .schemaUnknown, .storeTruncated, .diskReserve,
    ]
}
