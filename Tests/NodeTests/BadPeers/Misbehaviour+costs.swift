import ChatModel

/// Peers that send too much or too slowly.
extension Misbehaviour {
    /// Peers that make the node wait for a timeout, or send more than a page may have.
    private static let slow: [Misbehaviour] = [
        failing("accepts connections and never answers", warning: "did not answer within") { _, _ in .silence },
        failing("sends a page at one byte a second", warning: "did not arrive in time", requests: 1) {
            request, log in
            let page = log.page(request)?.bytes ?? []
            return .drip(PeerAnswer.head(of: 1 << 30) + page, [UInt8(ascii: " ")], every: .seconds(1))
        },
        failing("sends a response head at one byte a second", warning: "did not answer within") { _, _ in
            .drip(Array("HTTP/1.1 200 OK\r\nX: ".utf8), [UInt8(ascii: "a")], every: .seconds(1))
        },
        failing("sends a page of 1 GiB", warning: "larger than the limit of 4194304 bytes", requests: 3) {
            request, log in
            let root = log.page(request).map { PeerPage.root($0.head) } ?? []
            return .stream(PeerAnswer.head(of: 1 << 30) + root, log.entries[0].element, upToBytes: 1 << 30)
        },
        failing("sends a failure of 1 GiB", warning: "larger than the limit of 4194304 bytes", requests: 3) { _, _ in
            .stream(PeerAnswer.head(of: 1 << 30, status: "500 Internal Server Error"), mebibyte, upToBytes: 1 << 30)
        },
        failing("sends a page of 1 GiB without its length", warning: "larger than the limit of 4194304 bytes") {
            _, _ in
            .stream(
                Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".utf8),
                Array("100000\r\n".utf8) + mebibyte + Array("\r\n".utf8), upToBytes: 1 << 30)
        },
        failing("sends a million attributes in one tag", warning: "larger than the limit of 4194304 bytes") {
            [millionAttributes] request, log in
            let root = log.page(request).map { PeerPage.root($0.head) } ?? []
            return .body(root.dropLast(2) + millionAttributes + Array(">\n</chat>\n".utf8))
        },
    ]

    private static let mebibyte = [UInt8](repeating: UInt8(ascii: " "), count: 1 << 20)
    /// Made before the peer answers: it takes seconds, and peers answer on the event loops with which the test asks the program.
    private static let millionAttributes = Array((0..<1_000_000).map { " a\($0)=''" }.joined().utf8)

    /// A peer whose first and last messages are good, with a message whose signature does not verify at each of the 50,000 ids
    /// between them. The marks prove that its log has them.
    ///
    /// Once it behaves well, every hundredth id is a message.
    private static let manyBad = Misbehaviour(
        "sends 50,000 bad messages in a row", warning: "signature does not verify"
    )
    .with {
        $0.storedIDs = [1, 50_002]
        $0.requests = 51
        $0.refused = 50_000
        $0.delaysOthers = true
        $0.makeLog = { try PeerLog($0, ids: Array(stride(from: 1, to: 50_002, by: 100)) + [50_002]) }
        $0.spoil = { log, _ in log.flood() }
    }

    static let costs = slow + [endless, manyBad]
}

extension PeerLog {
    /// Puts a bad message at each id between the first and the last.
    fileprivate mutating func flood() {
        let (low, high) = (entries[0], entries[entries.endIndex - 1])
        let good = low.message
        let parts = String(decoding: low.element, as: UTF8.self).replacing("id=\"\(low.id)\"", with: "id=\"ID\"")
            .replacing("\(good.nonce)", with: "NONCE").split(separator: #/ID|NONCE/#).map { Array($0.utf8) }
        entries = [low]
        for id in low.id.rawValue + 1..<high.id.rawValue {
            let bad = Message(
                origin: good.origin, group: good.group, stamp: good.stamp, nonce: .random(), fields: good.fields,
                signature: good.signature)
            let (id, mark) = (LogID.zero.advanced(by: id), position(entries.endIndex - 1).mark.appending(bad.digest))
            let element = parts[0] + Array("\(id)".utf8) + parts[1] + Array("\(bad.nonce)".utf8) + parts[2]
            entries.append(Entry(id: id, text: "", message: bad, mark: mark, element: element))
        }
        append(high.message, high.text, at: high.id)
    }
}
