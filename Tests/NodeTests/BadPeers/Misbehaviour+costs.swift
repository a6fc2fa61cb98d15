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
            request, log in
            let root = log.page(request).map { PeerPage.root($0.head) } ?? []
            let bytes = root.dropLast(2) + millionAttributes + ">\n</chat>\n".utf8
            return .body(Array(bytes))
        },
    ]

    private static let mebibyte = [UInt8](repeating: UInt8(ascii: " "), count: 1 << 20)
    private static let millionAttributes = (0..<1_000_000).map { " a\($0)=''" }.joined().utf8

    /// A peer whose first and last messages are good, with a changed text at each of the 50,000 ids between them.
    ///
    /// Once it behaves well, every hundredth id is a message.
    private static let manyBad = Misbehaviour(
        "sends 50,000 bad messages in a row", warning: "signature does not verify"
    )
    .with {
        $0.storedIDs = [1, 50_002]
        // Two for each of the 51 pages, because its mark does not fit its messages. Then the puller requests the pages again,
        // because they are gaps, with a page of the log after each. It counts the skipped messages anew meanwhile.
        $0.requests = 4 * 51
        $0.quarantined = nil
        $0.skipped = 49_000
        $0.makeLog = { try PeerLog($0, ids: Array(stride(from: 1, to: 50_002, by: 100)) + [50_002]) }
        $0.answer = { request, log in .page(log.flooded(request), to: request) }
    }

    static let costs = slow + [endless, manyBad]
}

extension PeerLog {
    /// The requested page, with a bad message at each id between the first and the last.
    fileprivate func flooded(_ request: PeerRequest) -> PeerPage {
        let (low, high) = (entries[0], entries[entries.endIndex - 1])
        let past = request.past.rawValue
        let last = min(past + UInt64(request.limit), high.id.rawValue)
        let parts = String(decoding: low.element, as: UTF8.self).split(separator: "id=\"1\"", maxSplits: 1)
        let ends = parts[1].split(separator: "<text>", maxSplits: 1)
        let elements = (past < last ? Array(past + 1...last) : []).map { id -> [UInt8] in
            switch id {
            case low.id.rawValue: low.element
            case high.id.rawValue: high.element
            default: Array("\(parts[0])id=\"\(id)\"\(ends[0])<text>no \(id) \(ends[1])".utf8)
            }
        }
        let mark = last == high.id.rawValue ? high.mark : low.mark
        let next = LogPosition(id: LogID.zero.advanced(by: max(last, past)), mark: mark)
        return PeerPage(head: head(next: next), elements: elements)
    }
}
