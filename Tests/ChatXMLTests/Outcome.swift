import ChatModel
import TestSupport
import Testing

@testable import ChatXML

/// The result of reading a log page.
enum Outcome: Equatable, CustomStringConvertible {
    case noReadableRoot
    case unreadable
    case foreignGroup
    /// The ids of the entries, and the codes of the bad ones.
    case read([LogID], bad: [LogID: FailureCode])

    /// Reads the page, and checks that the scanner and the XML parser agree about it.
    init(reading bytes: [UInt8]) {
        expectSameReading(of: bytes)
        self.init(readingOnce: bytes)
    }

    init(readingOnce bytes: [UInt8]) {
        do throws(PageError) {
            let entries = try LogPageReader.read(bytes).entries
            var bad: [LogID: FailureCode] = [:]
            for case .bad(let id, let refusal) in entries { bad[id] = refusal.code }
            self = .read(entries.map(\.id), bad: bad)
        } catch {
            switch error {
            case .noReadableRoot: self = .noReadableRoot
            case .unreadable: self = .unreadable
            case .foreignGroup: self = .foreignGroup
            }
        }
    }

    init(reading text: String) {
        self.init(reading: Array(text.utf8))
    }

    var description: String {
        switch self {
        case .noReadableRoot: "no readable root"
        case .unreadable: "unreadable"
        case .foreignGroup: "a page of another group"
        case .read(let ids, let bad): "read \(ids), bad \(bad)"
        }
    }
}
