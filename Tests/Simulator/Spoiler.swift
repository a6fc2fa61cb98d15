import ChatModel

/// Changes pages that a node serves, always at the same messages.
struct Spoiler {
    enum Kind: CaseIterable {
        case wrongSignature
        case missingText
        case longUser
        case fieldTwice
        case badUTF8
        case notWellFormed
        case hugeID
        /// The message is omitted.
        case omitted
        /// The page has a wrong mark.
        case wrongMark
        /// `next` is larger than `high`.
        case nextAhead
        /// `next` and `high` are both too large.
        case headAhead
        /// `high` is too large, so that the puller never reaches the end.
        case highAhead
        /// All messages are omitted.
        case emptied
        /// Each message comes twice.
        case doubled
        /// All messages except the first are omitted.
        case shortened
        /// A message is replaced by `<gone>` with another digest.
        case wrongGone
        /// Messages have other ids.
        case renumbered
        /// Messages have an attribute of a later version, which is harmless.
        case unknownAttribute
        /// A page that lists messages has a wrong mark.
        case wrongListMark
        /// A listed message is omitted.
        case omittedFromList
        /// A listed message has a later form.
        case laterForm
        /// A message is omitted from answers by digests.
        case withheld
        /// The page names no group, and each message its own.
        case groupless

        private static let forged: [Kind] = [
            .headAhead, .highAhead, .emptied, .doubled, .shortened, .wrongGone, .renumbered,
        ]

        /// Only sequences have these kinds.
        private static let scripted: [Kind] = [.laterForm, .withheld, .groupless]

        /// The kinds of a fault that a run with these features draws from.
        static func all(of fault: Fault, _ features: Features) -> [Kind] {
            let others = scripted + [.unknownAttribute, .wrongListMark, .omittedFromList]
            switch fault {
            case .foreignness: return [.unknownAttribute]
            case .wrongLists: return [.wrongListMark, .omittedFromList]
            default:
                let unused = others + (features.contains(.forgedPages) ? [] : forged)
                return allCases.filter { !unused.contains($0) }
            }
        }
    }

    let kind: Kind
    /// One message in this many is changed.
    let every: UInt64
    let salt: UInt64

    private static let messageStart = Array("<message id=\"".utf8)
    private static let listedStart = Array("<listed id=\"".utf8)

    /// How an entry begins that may be changed.
    private var entryStart: [UInt8] {
        [.omittedFromList, .laterForm].contains(kind) ? Self.listedStart : Self.messageStart
    }

    func spoil(_ page: [UInt8]) -> [UInt8] {
        switch kind {
        case .wrongListMark where Self.range(of: "<listed id=\"", in: page[...]) == nil: return page
        case .wrongMark, .wrongListMark: return replace(" mark=\"", with: " mark=\"A", dropping: 1, in: page[...])
        case .nextAhead: return replace(" next=\"", with: " next=\"9", in: page[...])
        case .headAhead:
            let further = replace(" next=\"", with: " next=\"9", in: page[...])
            return replace(" high=\"", with: " high=\"9", in: further[...])
        case .highAhead: return replace(" high=\"", with: " high=\"9", in: page[...])
        case .emptied: return cut(page, after: 0)
        case .shortened: return cut(page, after: 1)
        case .groupless: return groupless(page)
        case .withheld where Self.range(of: " done=\"", in: page[...]) == nil: return page
        default: break
        }
        var spoiled: [UInt8] = []
        for piece in pieces(page) { spoiled += chooses(piece) ? spoil(message: piece) : Array(piece) }
        return spoiled
    }

    /// Returns the page with its first `count` messages only.
    private func cut(_ page: [UInt8], after count: Int) -> [UInt8] {
        let pieces = pieces(page)
        guard pieces.count > count + 1 else { return page }
        return pieces[...count].flatMap(\.self) + Array("</chat>\n".utf8)
    }

    /// Returns the page cut before each message, or each listed one. A text has no raw `<`.
    private func pieces(_ page: [UInt8]) -> [ArraySlice<UInt8>] {
        var pieces: [ArraySlice<UInt8>] = []
        var start = 0
        for index in page.indices where page[index...].starts(with: entryStart) {
            pieces.append(page[start..<index])
            start = index
        }
        return pieces + [page[start...]]
    }

    /// Chooses by the text or the digest, which are the same at every node.
    private func chooses(_ piece: ArraySlice<UInt8>) -> Bool {
        let part = entryStart == Self.listedStart ? " digest=\"" : "<text>"
        guard piece.starts(with: entryStart), let range = Self.range(of: part, in: piece) else { return false }
        var hash = salt
        for byte in piece[range.upperBound...].prefix(8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return (hash >> 16) % every == 0
    }

    private func spoil(message: ArraySlice<UInt8>) -> [UInt8] {
        switch kind {
        case .wrongSignature: replace(" sig=\"", with: " sig=\"A", dropping: 1, in: message)
        case .missingText: replace("<text>", with: "<note>", in: replace("</text>", with: "</note>", in: message)[...])
        case .longUser: replace("<user>", with: "<user>" + String(repeating: "x", count: 70), in: message)
        case .fieldTwice: replace("<user>", with: "<user>x</user><user>", in: message)
        case .badUTF8: replace("<text>", with: "<text>", adding: 0xff, in: message)
        case .notWellFormed: replace("</text>", with: "</test>", in: message)
        case .hugeID: replace("<message id=\"", with: "<message id=\"9223372036854775808", in: message)
        case .omitted, .withheld: Array(Self.end(of: message).map { message[$0...] } ?? [])
        case .omittedFromList: Array(Self.range(of: "/>\n", in: message).map { message[$0.upperBound...] } ?? [])
        case .wrongMark, .wrongListMark, .nextAhead, .headAhead, .highAhead, .emptied, .shortened, .groupless:
            Array(message)
        case .doubled: Array(Self.end(of: message).map { message[..<$0] } ?? []) + message
        case .wrongGone: madeGone(message)
        case .renumbered: replace("<message id=\"", with: "<message id=\"1", in: message)
        case .laterForm: replace("<listed", with: "<listed form=\"2\"", in: message)
        case .unknownAttribute: replace("<message id=\"", with: "<message future=\"1\" id=\"", in: message)
        }
    }

    /// Returns the page as a node of no group would write it.
    private func groupless(_ page: [UInt8]) -> [UInt8] {
        var text = String(decoding: page, as: UTF8.self)
        guard let group = text.firstMatch(of: /<chat[^>]*?( group="[^"]*")/)?.1, !group.isEmpty else { return page }
        let attribute = String(group)
        text.removeSubrange(group.startIndex..<group.endIndex)
        return Array(
            text.replacing(/<(message|listed) ([^>]*)>/) { entry in
                entry.2.contains("group=") ? String(entry.0) : "<\(entry.1)\(attribute) \(entry.2)>"
            }.utf8)
    }

    private func madeGone(_ message: ArraySlice<UInt8>) -> [UInt8] {
        let id = message.dropFirst(Self.messageStart.count).prefix { $0 != UInt8(ascii: "\"") }
        let gone =
            "<gone id=\"\(String(decoding: id, as: UTF8.self))\" digest=\"\(String(repeating: "A", count: 43))\"/>\n"
        return Array(gone.utf8) + Array(Self.end(of: message).map { message[$0...] } ?? [])
    }

    /// Returns the end of a message; after the last message the page continues.
    private static func end(of message: ArraySlice<UInt8>) -> Int? {
        range(of: "</message>\n", in: message)?.upperBound
    }

    private func replace(
        _ part: String, with other: String, dropping count: Int = 0, adding byte: UInt8? = nil,
        in message: ArraySlice<UInt8>
    ) -> [UInt8] {
        guard let range = Self.range(of: part, in: message) else { return Array(message) }
        let rest = message[range.upperBound...].dropFirst(count)
        return message[..<range.lowerBound] + Array(other.utf8) + (byte.map { [$0] } ?? []) + rest
    }

    private static func range(of part: String, in bytes: ArraySlice<UInt8>) -> Range<Int>? {
        let part = Array(part.utf8)
        let start = bytes.indices.first { bytes[$0] == part[0] && bytes[$0...].starts(with: part) }
        return start.map { $0..<$0 + part.count }
    }
}
