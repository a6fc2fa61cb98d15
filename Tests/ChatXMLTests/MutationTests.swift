import ChatModel
import TestSupport
import Testing

@testable import ChatXML

@Suite struct MutationTests {
    /// Pieces with a meaning in XML.
    private static let pieces: [[UInt8]] = [
        "<", ">", "&", ";", "\"", "'", "/", "=", "]]>", "<!", "<?", "<![CDATA[", "<!--", "&#", "&#x", "&amp;", "&lt;",
        "</", "/>", "<listed id=\"", "<damaged id=\"", " origin=\"1\"", "<message>", "</message>", "<user>", "</chat>",
        "xmlns:", "\r", "\u{FEFF}", "\u{0}", "\u{2028}",
    ].map { Array($0.utf8) }

    @Test(arguments: 1...3 as ClosedRange<UInt64>)
    func `a randomly changed page is read with ascending ids or refused`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let page = try original()
        var (read, scanned) = (0, 0)
        for _ in 0..<1_000 {
            var bytes = page
            for _ in 0..<Int.random(in: 1...4, using: &generator) { mutate(&bytes, using: &generator) }
            guard case .read(let ids, _) = Outcome(reading: bytes) else { continue }
            read += 1
            if try isScanned(bytes) { scanned += 1 }
            #expect(zip(ids, ids.dropFirst()).allSatisfy { $0 < $1 })
        }
        #expect((50..<950).contains(read), "The mutations are too strong or too weak: \(read) of 1,000 were read.")
        #expect((20..<read).contains(scanned), "The scanner read \(scanned) of \(read) pages.")
    }

    @Test func `a truncated page is refused`() throws {
        let page = try original()
        for count in 0..<page.count - 1 {  // The last byte is a line end.
            let outcome = Outcome(reading: Array(page.prefix(count)))
            #expect(outcome == .noReadableRoot || outcome == .unreadable, "after \(count) bytes")
        }
    }

    private func original() throws -> [UInt8] {
        var writer = PageWriter(.log)
        let message = try Sample.message(text: "1 < 2 & 3 > 2\r\n\u{FEFF}é\u{1F468}", ["room": "kitchen"])
        for id in [3, 4, 9] as [UInt64] {
            writer.append(id: Sample.id(id), message: message, arrival: UnixTime(milliseconds: 0))
        }
        writer.gone(id: Sample.id(10), digest: message.digest)
        writer.list(id: Sample.id(11), message)
        writer.list(id: Sample.id(12), message.withoutErasableValues)
        writer.damaged(id: Sample.id(13), digest: message.digest)
        return writer.end(head: Sample.head)
    }

    private func mutate(_ bytes: inout [UInt8], using generator: inout SeededGenerator) {
        let offset = Int.random(in: 0..<bytes.count, using: &generator)
        let end = min(bytes.count, offset + Int.random(in: 1...8, using: &generator))
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: bytes[offset] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        case 1: bytes[offset] = UInt8.random(in: .min ... .max, using: &generator)
        case 2: bytes.removeSubrange(offset..<end)
        case 3: bytes.insert(contentsOf: bytes[offset..<end], at: Int.random(in: 0...bytes.count, using: &generator))
        default: bytes.insert(contentsOf: Self.pieces.randomElement(using: &generator)!, at: offset)
        }
    }
}
