import ChatModel
import Testing

@testable import ChatXML

/// Every part of a page, or the error with which it was refused.
enum Reading: Equatable {
    case read(PageHead, [Part])
    case refused(PageError)

    /// An entry. Two messages are equal if their digests are, so this type compares all their parts.
    enum Part: Equatable {
        case message(LogID, PublicKey, GroupID, Stamp, Nonce, Fields, Signature, Digest)
        case listed(LogID, ListedMessage)
        case gone(LogID, Digest)
        case damaged(LogID, Digest)
        case laterForm(LogID, form: UInt64, Digest)
        case bad(LogID, Refusal)

        init(_ entry: LogPage.Entry) {
            self =
                switch entry {
                case .message(let id, let message):
                    .message(
                        id, message.origin, message.group, message.stamp, message.nonce, message.fields,
                        message.signature, message.digest)
                case .listed(let id, let message): .listed(id, message)
                case .gone(let id, let digest): .gone(id, digest)
                case .damaged(let id, let digest): .damaged(id, digest)
                case .laterForm(let id, let form, let digest): .laterForm(id, form: form, digest)
                case .bad(let id, let refusal): .bad(id, refusal)
                }
        }
    }

    init(_ bytes: [UInt8], in group: GroupID = .none, withScanner: Bool) {
        do throws(PageError) {
            let page = try LogPageReader.read(bytes, in: group, withScanner: withScanner)
            self = .read(page.head, page.entries.map(Part.init))
        } catch {
            self = .refused(error)
        }
    }
}

/// Checks that a page is read in the same way whether or not the scanner may read it.
func expectSameReading(
    of bytes: [UInt8], in group: GroupID = .none, sourceLocation: SourceLocation = #_sourceLocation
) {
    let (scanned, parsed) = (
        Reading(bytes, in: group, withScanner: true), Reading(bytes, in: group, withScanner: false)
    )
    #expect(
        scanned == parsed, "The scanner reads another page: \(String(decoding: bytes.prefix(2000), as: UTF8.self))",
        sourceLocation: sourceLocation)
}

/// Whether the scanner reads the entries of a page, so that the XML parser does not have to.
func isScanned(_ bytes: [UInt8]) throws -> Bool {
    let page = try HeadedPage(bytes, version: LogPage.highestVersion)
    return page.content.flatMap { LogPageScanner.entries(in: $0, on: page.head) } != nil
}
