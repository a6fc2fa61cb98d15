import ChatModel

/// Peers that lie about their log or their node key.
extension Misbehaviour {
    static let liars: [Misbehaviour] = [
        Misbehaviour("answers 409 to every request after the first page", warning: "log was restored or replaced").with
        {
            $0.storedIDs = Array(1...9)
            $0.recovery = .byItself
            $0.requests = 5
            $0.answer = { request, log in
                guard request.past == .zero, request.have == nil else {
                    return .failure("409 Conflict", code: "cursor-unknown", "I know of no such message.")
                }
                return log.answer(request)
            }
        },
        Misbehaviour("omits a message", warning: "Messages from id 5 on are missing").with {
            $0.missingIDs = [spoiledID]
            $0.requests = 14
            $0.answer = { request, log in
                guard var page = log.page(request) else { return log.answer(request) }
                page.elements.removeAll { element in
                    ["message", "listed"].contains {
                        element.starts(with: Array("<\($0) id=\"\(spoiledID)\"".utf8))
                    }
                }
                return .page(page, to: request)
            }
        },
        Misbehaviour("sends a wrong mark", warning: "log was restored or replaced").with {
            $0.isOmissionLogged = true
            $0.storedIDs = Array(1...9)
            $0.missingIDs = nil
            $0.recovery = .byItself
            $0.requests = 14
            $0.answer = { request, log in
                guard var page = log.page(request), !page.elements.isEmpty else { return log.answer(request) }
                page.head.next = LogPosition(
                    id: page.head.next.id, mark: Mark.zero.appending(log.entries[0].message.digest))
                return .page(page)
            }
        },
        Misbehaviour(
            "sends a next position before the requested one",
            warning: "The page does not start after the requested position"
        ).with {
            $0.storedIDs = Array(1...9)
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
        Misbehaviour("claims the node key of another peer").with {
            $0.storedIDs = Array(1...9)
            $0.spoil = { $0.node = $1 }
        },
        Misbehaviour("claims the node's own key", warning: "Another node has this node's key").with {
            $0.storedIDs = Array(1...9)
            $0.answer = { request, log in
                var log = log
                log.node = request.node ?? log.node
                return log.answer(request)
            }
        },
        Misbehaviour("claims the node's own key and instance", warning: "is the node itself").with {
            $0.storedIDs = []
            $0.requests = 1
            $0.answer = { request, log in
                guard let page = log.page(request), let node = request.node, let instance = request.instance else {
                    return log.answer(request)
                }
                var head = page.head
                head.node = node
                return .body(
                    PeerPage(head: head, elements: page.elements)
                        .replacing("instance=\"\(head.instance)\"", with: "instance=\"\(instance)\""))
            }
        },
    ]

    /// Two addresses that serve one log.
    static let twoAddresses: [Misbehaviour] = {
        // The texts are valid, so the initialiser cannot throw.
        let log = try! PeerLog("two addresses, message", ids: 1...9)
        return ["first", "second"].map { address in
            Misbehaviour("is the \(address) address of one node").with {
                $0.storedIDs = Array(1...9)
                $0.makeLog = { _ in log }
            }
        }
    }()

    /// A peer whose log never ends and contains only messages that the node has stored already. Its marks are right.
    static let endless = Misbehaviour("sends an endless log of stored messages", warning: "again and again").with {
        $0.storedIDs = Array(1...9)
        $0.recovery = .byItself
        $0.requests = 70
        $0.delaysOthers = true
        $0.answer = { request, log in
            guard request.digests == nil, request.have == nil else { return log.answer(request) }
            let past = request.past.rawValue
            var mark = request.mark.flatMap { try? Mark(base64URL: $0) } ?? .zero
            let elements = (1...20 as ClosedRange<UInt64>).map { offset in
                let entry = log.entries[Int((past + offset - 1) % 9)]
                mark = mark.appending(entry.message.digest)
                let element = String(decoding: entry.element, as: UTF8.self)
                return Array(element.replacing("id=\"\(entry.id)\"", with: "id=\"\(past + offset)\"").utf8)
            }
            var head = log.head(next: LogPosition(id: request.past.advanced(by: 20), mark: mark))
            head.high = head.next.id.advanced(by: 1_000_000)
            return .page(PeerPage(head: head, elements: elements))
        }
    }
}
