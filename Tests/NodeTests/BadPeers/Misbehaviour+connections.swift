import ChatModel

/// Peers that do not answer as a node does, or never come to an end.
extension Misbehaviour {
    private static func failing(
        _ name: String, says: String, requests: Int = 2,
        _ answer: @escaping @Sendable (PeerRequest, PeerLog) -> PeerAnswer
    ) -> Misbehaviour {
        Misbehaviour(name, says: says).with {
            $0.arriving = []
            $0.recovery = .byItself
            $0.requests = requests
            $0.answer = answer
        }
    }

    static let failures: [Misbehaviour] = [
        failing("closes at once", says: "it closed the connection") { _, _ in .silence }.with {
            $0.closesAtOnce = true
        },
        failing("closes after the request", says: "it closed the connection") { _, _ in .sendAndClose([]) },
        failing("breaks off within a page", says: "broke during the answer: it closed") { request, log in
            .sendAndClose(PeerAnswer.head(of: 4_000) + (log.page(request)?.bytes.prefix(600) ?? []))
        },
        failing("answers with what is no HTTP", says: "its answer is not HTTP") { _, _ in
            .sendAndClose(Array("SSH-2.0-OpenSSH_9.2\r\n\r\n".utf8))
        },
        failing("sends a head without end", says: "the header of its answer is too long") { _, _ in
            .stream(
                Array("HTTP/1.1 200 OK\r\n".utf8), Array("X-More: \(String(repeating: "a", count: 9_000))\r\n".utf8),
                upToBytes: 1 << 30)
        },
        failing("redirects", says: "Name the address to which it redirects") { _, _ in
            .body([], status: "302 Found", headers: "Location: http://127.0.0.1:9/messages.php\r\n")
        },
        failing("answers 500", says: "answered 500") { _, _ in
            .body(Array("oops".utf8), status: "500 Internal Server Error")
        },
        failing("answers 500 as a node does", says: "The disk is full") { _, _ in
            .failure("507 Insufficient Storage", code: "disk-full", "The disk is full.\n2026 info: all is well")
        },
        failing("knows no cursor, not even the start", says: "answered 409: I know of no such") { _, _ in
            .failure("409 Conflict", code: "cursor-unknown", "I know of no such message.")
        },
        failing("answers 409 with nothing in it", says: "answered 409") { _, _ in .body([], status: "409 Conflict") },
    ]

    static let liars: [Misbehaviour] = [
        Misbehaviour("knows no cursor after the first page", says: "log was restored or replaced").with {
            $0.arriving = Array(1...9)
            $0.recovery = .byItself
            $0.requests = 5
            $0.answer = { request, log in
                guard request.past == .zero, request.have == nil else {
                    return .failure("409 Conflict", code: "cursor-unknown", "I know of no such message.")
                }
                return log.answer(request)
            }
        },
        Misbehaviour("a message left out", says: "does not add up: from id 1 on").with {
            $0.requests = 4
            $0.answer = { request, log in
                guard var page = log.page(request), page.holds(poison) else { return log.answer(request) }
                page.elements.removeAll { $0.starts(with: Array("<message id=\"\(poison)\"".utf8)) }
                return .page(page)
            }
        },
        Misbehaviour("a mark that lies", says: "log was restored or replaced").with {
            $0.doesNotAddUp = true
            $0.arriving = Array(1...9)
            $0.recovery = .byItself
            $0.requests = 8
            $0.answer = { request, log in
                guard var page = log.page(request), !page.elements.isEmpty else { return log.answer(request) }
                page.head.next = LogPosition(
                    id: page.head.next.id, mark: Mark.zero.appending(log.entries[0].message.digest))
                return .page(page)
            }
        },
        Misbehaviour("a page that goes back", says: "goes back, or stands still").with {
            $0.arriving = Array(1...9)
            $0.recovery = .byItself
            $0.requests = 14
            $0.answer = { request, log in
                guard var page = log.page(request), page.elements.isEmpty else {
                    return request.past > log.position(8).id
                        ? .page(PeerPage(head: log.head(next: log.position(3)), elements: [])) : log.answer(request)
                }
                page.head.next = log.position(3)
                return .page(page)
            }
        },
        Misbehaviour("the key of another peer", says: "all say that they are the node").with {
            $0.arriving = Array(1...9)
            $0.spoil = { $0.node = $1 }
        },
        Misbehaviour("the node's own key", says: "Another node runs under this node's key").with {
            $0.arriving = Array(1...9)
            $0.answer = { request, log in
                var log = log
                log.node = request.node
                return log.answer(request)
            }
        },
        Misbehaviour("the node's own key and instance", says: "is the node itself").with {
            $0.arriving = []
            $0.requests = 1
            $0.answer = { request, log in
                guard let page = log.page(request) else { return log.answer(request) }
                var head = page.head
                head.node = request.node
                return .body(
                    PeerPage(head: head, elements: page.elements)
                        .replacing("instance=\"\(head.instance)\"", with: "instance=\"\(request.instance)\""))
            }
        },
    ]

    /// One log behind two addresses.
    static let twoAddresses: [Misbehaviour] = {
        let log = try! PeerLog("two addresses, message", ids: 1...9)  // Its texts are within the limits.
        return ["one address", "another address"].map { name in
            Misbehaviour(name, says: "all say that they are the node").with {
                $0.arriving = Array(1...9)
                $0.makeLog = { _ in log }
            }
        }
    }()

    /// A peer that sends for ever what is here already.
    private static let endless = Misbehaviour("an endless log of messages that are held", says: "here already").with {
        $0.doesNotAddUp = true
        $0.arriving = Array(1...9)
        $0.recovery = .byItself
        $0.requests = 70
        $0.answer = { request, log in
            let past = request.past.rawValue
            let elements = (1...20 as ClosedRange<UInt64>).map { offset in
                let entry = log.entries[Int((past + offset - 1) % 9)]
                let element = String(decoding: entry.element, as: UTF8.self)
                return Array(element.replacing("id=\"\(entry.id)\"", with: "id=\"\(past + offset)\"").utf8)
            }
            var head = log.head(next: LogPosition(id: request.past.advanced(by: 20), mark: log.position(0).mark))
            head.high = head.next.id.advanced(by: 1_000_000)
            return .page(PeerPage(head: head, elements: elements))
        }
    }

    /// Those that cost a deadline, or much.
    private static let slow: [Misbehaviour] = [
        failing("accepts and never answers", says: "did not answer within") { _, _ in .silence },
        failing("a page of one byte a second", says: "did not arrive in time", requests: 1) {
            request, log in
            let page = log.page(request)?.bytes ?? []
            return .drip(PeerAnswer.head(of: 1 << 30) + page, [UInt8(ascii: " ")], every: .seconds(1))
        },
        failing("a head of one byte a second", says: "did not answer within") { _, _ in
            .drip(Array("HTTP/1.1 200 OK\r\nX: ".utf8), [UInt8(ascii: "a")], every: .seconds(1))
        },
        failing("a page of 1 GB", says: "larger than the limit of 4194304 bytes", requests: 3) { request, log in
            let root = log.page(request).map { PeerPage.root($0.head) } ?? []
            return .stream(PeerAnswer.head(of: 1 << 30) + root, log.entries[0].element, upToBytes: 1 << 30)
        },
        failing("a failure of 1 GB", says: "larger than the limit of 4194304 bytes", requests: 3) { _, _ in
            .stream(PeerAnswer.head(of: 1 << 30, status: "500 Internal Server Error"), megabyte, upToBytes: 1 << 30)
        },
        failing("a page of 1 GB that says nothing of its length", says: "larger than the limit of 4194304 bytes") { _, _ in
            .stream(
                Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".utf8),
                Array("100000\r\n".utf8) + megabyte + Array("\r\n".utf8), upToBytes: 1 << 30)
        },
        failing("a million attributes in one tag", says: "larger than the limit of 4194304 bytes") { request, log in
            let root = log.page(request).map { PeerPage.root($0.head) } ?? []
            let bytes = root.dropLast(2) + millionAttributes + ">\n</chat>\n".utf8
            return .body(Array(bytes))
        },
    ]

    private static let megabyte = [UInt8](repeating: UInt8(ascii: " "), count: 1 << 20)
    private static let millionAttributes = (0..<1_000_000).map { " a\($0)=''" }.joined().utf8

    /// Between the first and the last message there are 50,000 ids, each with a text that is not the signed one. Where they
    /// are mended, every hundredth is a message.
    private static let manyBad = Misbehaviour("50,000 bad messages in a row", says: "signature is not the origin's")
        .with {
            $0.arriving = [1, 50_002]
            $0.requests = 51
            $0.evidence = nil
            $0.skipped = 49_000
            $0.makeLog = { try PeerLog($0, ids: Array(stride(from: 1, to: 50_002, by: 100)) + [50_002]) }
            $0.answer = { request, log in .page(log.flooded(request), to: request) }
        }

    static let costs = slow + [endless, manyBad]
}

extension PeerLog {
    /// The page that was asked for of a log in which there is something bad at each id between the first and the last.
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
